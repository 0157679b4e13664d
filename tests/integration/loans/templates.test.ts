// The agreement's text, changed by two people: what is read from then on is the next version, what was being read is read again, and what was signed stays.

import { AGREEMENT_FACTS } from '@fairtick/contract/loan-agreement';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { brokenInvariants } from '../../harness/invariants.ts';
import { READ_NOW } from '../../harness/loan-times.ts';
import { insertStaff, type TestMember } from '../../harness/staff.ts';
import type { Person } from '../verification/house.ts';
import { type LoanHouse, openLoanHouse } from './house.ts';

let house: LoanHouse;
let [eve, finn]: TestMember[] = [];
beforeAll(async () => {
  house = await openLoanHouse();
  eve = await insertStaff(house.db, { roles: ['terms'], name: 'Eve' });
  finn = await insertStaff(house.db, { roles: ['terms'], name: 'Finn' });
});
afterAll(async () => {
  expect(await brokenInvariants(house.db.owner)).toEqual([]);
  await house.close();
});

const KEY = 'loan_agreement_en';
const WHOLE = AGREEMENT_FACTS.map((fact) => `{${fact}}`).join(' ');
const textOf = (text: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });
const templateOf = (version: number, text: string): string => JSON.stringify({ version, body: textOf(text) });
const proposes = (value: string, by = eve, key = KEY) =>
  house.staff('setting_propose', { key, value, reason: 'the lender is named' }, { token: by?.token });
async function accepts(proposal: string, by: TestMember | undefined): Promise<string> {
  const [[hash] = []] = await house.rows(`SELECT encode(payload_hash, 'hex') FROM proposals WHERE id = $1`, [proposal]);
  const fields = { id: proposal, decision: 'accept', hash: String(hash), reason: '' };
  return (await house.staff('proposal_decide', fields, { token: by?.token })).said;
}
const agreement = z.object({ html: z.string(), version: z.number(), hash: z.string(), lang: z.string() });
const read = async (who: Person, lang = 'en') =>
  agreement.parse((await house.user('loan_agreement', { id: '1', amount: '1000' }, { token: who.token, lang })).data);

test('a text that leaves out a term, names another, holds more than words or is not the next version is none', async () => {
  const wrong = [
    templateOf(2, WHOLE.replace('{apr}', '')),
    templateOf(2, `${WHOLE} {fee}`),
    templateOf(3, WHOLE),
    templateOf(1, WHOLE),
    JSON.stringify({ version: 2, body: { type: 'doc', content: [] } }),
    JSON.stringify({
      version: 2,
      body: {
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text: WHOLE, marks: [{ type: 'bold' }] }] }],
      },
    }),
  ];
  for (const value of wrong) expect([value, (await proposes(value)).said]).not.toEqual([value, 'ok']);
  expect((await proposes(templateOf(2, WHOLE), house.ann)).said).toBe('NOT_ALLOWED');
});

test('accepted by a second person it is what is read and signed; what was read before is read again', async () => {
  const signed = await house.borrower();
  const first = z.object({ id: z.string() }).parse((await house.signs(signed)).data);
  const who = await house.borrower();
  const before = await read(who);
  expect(before.version).toBe(1);
  const told = await proposes(templateOf(2, `Lender: <Fairtick & Co>. ${WHOLE}`));
  const { proposal } = z.object({ proposal: z.string() }).parse(told.data);
  expect(await accepts(proposal, eve)).not.toBe('ok');
  expect((await read(who)).version).toBe(1);
  expect(await accepts(proposal, finn)).toBe('ok');
  await expect.poll(async () => (await read(who)).version, { timeout: 60_000 }).toBe(2);
  const now = await read(who);
  expect(now.html).toContain('&lt;Fairtick &amp; Co&gt;');
  expect(now.html).toContain('1057.50');
  expect((await read(who, 'hk')).version).toBe(1);
  expect((await house.signs(who, { agreement: before.html })).said).toBe('LOAN_TERMS_CHANGED');
  expect(await house.rows('SELECT count(*)::int FROM loans WHERE user_id = $1', [who.id])).toEqual([[0]]);
  const mine = z.object({ id: z.string() }).parse((await house.signs(who)).data);
  const versions = await house.rows(
    'SELECT version FROM loan_agreements WHERE loan_id = ANY ($1::bigint[]) ORDER BY loan_id',
    [[first.id, mine.id]],
  );
  expect(versions).toEqual([[1], [2]]);
  const kept = await house.user('loan_agreement', { loan_id: first.id }, { token: signed.token });
  expect(kept.data).toMatchObject({ version: 1, html: expect.not.stringContaining('Fairtick &amp; Co') });
});

test('an agreement of fifteen thousand characters in Chinese is proposed and signed', async () => {
  const who = await house.borrower();
  const told = await proposes(templateOf(2, `${'甲方同意。'.repeat(3_000)}${WHOLE}`), eve, 'loan_agreement_hk');
  const { proposal } = z.object({ proposal: z.string() }).parse(told.data);
  expect(await accepts(proposal, finn)).toBe('ok');
  await expect.poll(async () => (await read(who, 'hk')).version, { timeout: 60_000 }).toBe(2);
  const { html } = await read(who, 'hk');
  const fields = { config_id: '1', amount: '1000', agreement: html, typed_name: 'Ada Lovelace', ...READ_NOW };
  const signed = await house.user('loan_submit', fields, { token: who.token, lang: 'hk' });
  expect(signed.said).toBe('ok');
});
