// What the list of domains may use of support: each folder of the domain shows here what it has.

export { supportDomain } from './domain.ts';
