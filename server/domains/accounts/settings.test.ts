// How the app is told to open the customers' service: in a frame only what the operator's config names.

import { expect, test } from 'vitest';
import { toldBasics } from './settings.ts';

const HOSTS = ['help.example.com'];

test.each([
  ['https://help.example.com/chat?a=b', 1, 1],
  ['https://help.example.com:8443/', 1, 2],
  ['https://elsewhere.example/', 1, 2],
  ['https://help.example.com.evil.example/', 1, 2],
  ['https://help.example.com@evil.example/', 1, 2],
  ['https://user:secret@help.example.com/', 1, 2],
  ['http://help.example.com/', 1, 2],
  ['javascript:alert(1)//help.example.com', 1, 2],
  ['', 1, 2],
  ['https://elsewhere.example/', 2, 2],
  ['https://elsewhere.example/', 0, 0],
] as const)('%s set as %i is told as %i', (service_link, service_link_type, told) => {
  const set = { service_link, service_link_type, verify_reg_type: 1 } as const;
  expect(toldBasics(set, HOSTS)).toEqual({ ...set, service_link_type: told });
});
