// The staff's endpoints about each other, proposals, and the settings that two people change.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { mayDo } from '@fairtick/contract/staff/matrix';
import type { Colleague, Proposal, peopleEndpoints } from '@fairtick/contract/staff/people';
import { SETTING_KINDS } from '@fairtick/contract/staff/setting-kinds';
import type { settingEndpoints } from '@fairtick/contract/staff/settings';
import { toHex } from '@fairtick/kernel/bytes';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { memberOf, type StaffHandlers } from '../../../platform/endpoints.ts';
import { settingsByTwo } from '../../../platform/settings/public.ts';
import type { AnySetting } from '../../../platform/settings/setting.ts';
import { uidOf } from '../../accounts/index.ts';
import { readPayload } from '../proposals/commands.ts';
import type { ListedProposal } from '../proposals/table.ts';
import { wordOf } from '../sign-in/link-words.ts';
import { linkAddress } from '../sign-in/links.ts';
import { People, type PeopleOptions } from './commands.ts';
import type { ColleagueRow } from './table.ts';

export interface PeopleRouteOptions extends PeopleOptions {
  /** All that the domains declare. */
  readonly settings: readonly AnySetting[];
  /** Where the console is for people. */
  readonly consoleUrl: () => string;
}

type PeopleEndpoint = keyof typeof peopleEndpoints | keyof typeof settingEndpoints;

export function peopleRoutes(options: PeopleRouteOptions): StaffHandlers<PeopleEndpoint> {
  const { proposals, db } = options;
  const people = new People(options);
  /** As somebody opens it. */
  const shown = (link: string | null): string | null => link && linkAddress(options.consoleUrl(), link);
  const withAddress = <T extends { readonly link: string | null }>(answer: Result<T, Refusal>) =>
    answer.ok ? ok({ ...answer.value, link: shown(answer.value.link) }) : answer;
  return {
    staff_list: async () => ok((await people.list()).map(colleagueView)),
    staff_add: async (input, context) =>
      withAddress(await people.add({ endpoint: 'staff_add', input, context }, input)),
    staff_roles: async (input, context) =>
      withAddress(await people.setRoles({ endpoint: 'staff_roles', input, context }, input)),
    staff_disable: (input, context) =>
      people.disable({ endpoint: 'staff_disable', input, context }, input.id, input.reason),
    staff_enable: async (input, context) =>
      withAddress(await people.enable({ endpoint: 'staff_enable', input, context }, input.id, input.reason)),
    staff_link: async (input, context) =>
      withAddress(await people.link({ endpoint: 'staff_link', input, context }, input.id, input.reason)),
    staff_link_user: (input, context) => people.linkUser({ endpoint: 'staff_link_user', input, context }, input),
    proposals: async ({ page }, context) => {
      const member = memberOf(context);
      const [{ proposals: found, total, nowMs }, waiting] = await Promise.all([
        proposals.list(member, page),
        proposals.waiting(member),
      ]);
      /** Its maker's half of the link that came of it, while that is open. */
      const word = ({ maker, linkMac }: ListedProposal): string =>
        maker === member.staffId && linkMac ? wordOf(options.keys, linkMac) : '';
      const differences = await Promise.all(found.map((one) => proposals.differenceOf(one)));
      const data = found.map((one, at) => ({
        ...proposalView(one, nowMs),
        difference: (differences[at] ?? []).map((each) => ({ ...each })),
        mine: one.maker === member.staffId,
        word: word(one),
      }));
      return ok({ data, total, waiting: waiting.length, oldest: waiting[0]?.madeTime ?? null });
    },
    proposal_decide: async (input, context) => {
      const request = { endpoint: 'proposal_decide', input, context } as const;
      const decided = await proposals.decide(request, input.id, input);
      if (!decided.ok) return decided;
      return ok({ state: decided.value.state, link: shown(decided.value.link?.link ?? null) });
    },
    settings: async (_, context) => {
      const { roles } = memberOf(context);
      const seen = (await settingsByTwo(db, options.settings, 'staff')).filter(({ act }) =>
        mayDo(roles, { act, grants: ['read', 'propose', 'check'] }),
      );
      return ok(seen);
    },
    setting_propose: async (input, context) => {
      const value = parsed(input.value);
      if (value === undefined) return err(refuse('INPUT_INVALID', { field: 'value' }));
      const act = options.settings.find(({ key }) => key === input.key)?.act;
      if (act === undefined) return err(refuse('ITEM_UNKNOWN'));
      return proposals.propose(
        { endpoint: 'setting_propose', input, context },
        {
          kind: SETTING_KINDS[act],
          subject: { kind: 'setting', id: input.key },
          body: { value, from: input.from },
          reason: input.reason,
        },
      );
    },
  };
}

const colleagueView = (row: ColleagueRow): Colleague => ({
  id: String(row.id),
  name: row.name,
  email: row.email,
  roles: [...row.roles],
  disabled: row.disabled,
  joined: row.joined,
  lastSeen: row.last_seen === null ? null : Number(row.last_seen),
  linkedUsers: row.linked.map(uidOf),
});

function proposalView(one: ListedProposal, nowMs: number): Omit<Proposal, 'mine' | 'word' | 'difference'> {
  const { label, reason } = readPayload(one);
  return {
    id: String(one.id),
    kind: one.kind,
    subject: label,
    maker: one.makerName,
    madeTime: one.madeTime,
    expires: one.expires,
    // Nobody writes down that time has passed.
    state: one.state === 'open' && nowMs >= one.expires ? 'expired' : one.state,
    checker: one.checkerName,
    decidedTime: one.decidedTime,
    reason,
    decidedReason: one.decidedReason,
    hash: toHex(one.hash),
  };
}

/** undefined where it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
