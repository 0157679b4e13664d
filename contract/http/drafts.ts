// How the users' endpoints are written down: everybody may read, users may change something, unless an endpoint says otherwise.

import { drafting, ROLES, type Role, type WhileClosing } from '../endpoint.ts';

export const EVERYONE: readonly Role<'users'>[] = ROLES.users;
export const SIGNED_IN: readonly Role<'users'>[] = ['demo', 'real'];
export const { reads, changes } = drafting<Role<'users'>, WhileClosing>(EVERYONE, SIGNED_IN);
