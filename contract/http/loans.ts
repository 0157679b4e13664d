// Loans: who one is, what is offered, the agreement that is signed, and what is owed. Rates are hundredths of a percent a day: 25 is 0.25 %.

import { z } from 'zod';
import { decimal, idText, nothing, page, timeMs, typed, whole } from '../fields.ts';
import { STROKES_LENGTH } from '../signature.ts';
import { changes, reads } from './drafts.ts';

const REAL = ['real'] as const;
const FEW = { max: 30, perSeconds: 3_600, by: 'user' } as const;
/** UTC ms, as it was typed. */
const moment = whole(0, 8_640_000_000_000_000);
const line = (most: number) => z.string().max(most).optional().default('');

/** Waits for whoever has proved who they are to be looked at within this time. */
export const LOAN_ANSWER_HOURS = 48;

const person = z.object({
  /** 0 nothing sent, 1 waits, 2 approved, 3 rejected: 0 and 3 show the form. */
  status: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  /** Why it was rejected, in the language asked for; empty where the staff's own words say it. */
  reason: z.string(),
  reason_words: z.string(),
  /** Holds the last name, and `last_name` the first: the product's own naming. */
  name: z.string(),
  last_name: z.string(),
  /** 1 male, 2 female; 0 before anything was sent. */
  sex: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  /** YYYY-MM-DD. */
  birthday: z.string(),
  country: z.string(),
  /** Calling code, a hyphen, the number. */
  mobile: z.string(),
  /** 1 ID card, 2 passport; 0 before anything was sent. */
  id_card_type: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  /** A link of five minutes; empty where there is none. */
  hand_pic: z.string(),
  submitted: timeMs.nullable(),
  /** Until when what waits is answered. */
  answer_due: timeMs.nullable(),
  /** Until when they keep themselves from loans; null where they do not. */
  excluded_until: timeMs.nullable(),
});
export type LoanPersonView = z.infer<typeof person>;

const config = z.object({
  id: z.number().int(),
  /** Days. */
  loan_period: z.number().int(),
  /** USD. */
  min_amount: decimal,
  max_amount: decimal,
  interest_rate: z.number().int(),
  /** Days at the start that cost nothing. */
  free_period: z.number().int(),
  penalty_rate: z.number().int(),
});
export type LoanConfigView = z.infer<typeof config>;

const loan = z.object({
  id: z.string(),
  amount: decimal,
  loan_period: z.number().int(),
  free_period: z.number().int(),
  interest_rate: z.number().int(),
  penalty_rate: z.number().int(),
  /** Of one that is repaid what was paid; else of the whole term. */
  interest_amount: decimal,
  /** Of one that is repaid what was paid; else up to now. */
  penalty_amount: decimal,
  /** When the money came; null before, and for one that was rejected. */
  reviewed_at: timeMs.nullable(),
  /** When it is due; null as above. */
  repayment_time: timeMs.nullable(),
  created_at: timeMs,
  /** 1 waits for a decision, 2 to repay, 3 rejected, 4 a repayment is being checked, 5 repaid. */
  status: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]),
  /** Its user took it back before anybody decided: then its status is 3. */
  cancelled: z.boolean(),
  /** SHA-256 of what was signed, hexadecimal: loan_agreement answers the text itself. */
  agreement: z.string(),
  /** A year, in percent with one decimal, for the whole term. */
  apr: decimal,
  /** What repaying costs at this moment, or cost. */
  total: decimal,
  /** Full days after it was due. */
  days_late: z.number().int(),
  /** Until when one that waits is decided; null for the others. */
  answer_due: timeMs.nullable(),
  repaid_at: timeMs.nullable(),
  /** Why it was rejected, as `reason` above. */
  reason: z.string(),
  reason_words: z.string(),
  /** The newest proof that it was repaid by coin or wire; null where none was sent. */
  proof: z
    .object({
      id: z.string(),
      sent: timeMs,
      /** As its user said, in that currency. */
      number: decimal,
      currency_code: z.string(),
      /** Why it did not repay the loan; empty while it is looked at, and where it did. */
      reason: z.string(),
    })
    .nullable(),
});
export type LoanView = z.infer<typeof loan>;

const way = z.object({
  id: z.string(),
  /** 0 coin, 1 bank. */
  type: z.union([z.literal(0), z.literal(1)]),
  currency_code: z.string(),
  /** Empty of a bank. */
  protocol_code: z.string(),
  /** Of a bank its account's number. */
  address: z.string(),
  /** The address is this user's alone. */
  own: z.boolean(),
  confirmations: z.number().int(),
  places: z.number().int(),
  /** The least that is credited, USD. */
  min: decimal,
  /** How much of it pays what is due now, rounded up; empty where that was not asked, or no price is new enough. */
  number: z.union([decimal, z.literal('')]),
  /** How much of it one USD is now; empty as above. */
  usd_price: z.union([decimal, z.literal('')]),
  /** `bank_remark` is what the user must write on the transfer; null of a coin. */
  bank: z
    .object({
      bank_name: z.string(),
      bank_address: z.string(),
      bank_swift: z.string(),
      payee_name: z.string(),
      payee_account: z.string(),
      bank_remark: z.string(),
    })
    .nullable(),
});
export type RepaymentWay = z.infer<typeof way>;

const agreement = z.object({
  /** To be sent back byte for byte with the signature. */
  html: z.string(),
  /** SHA-256 of it, hexadecimal. */
  hash: z.string(),
  /** Of the template. */
  version: z.number().int(),
  lang: z.string(),
  /** YYYY-MM-DD, UTC. */
  date: z.string(),
});
export type LoanAgreementView = z.infer<typeof agreement>;

export const loanEndpoints = {
  loan_person: reads({
    path: '/api/loan/info',
    summary: 'How far the proof of identity for loans is, with what was sent',
    input: nothing,
    answer: person,
    roles: REAL,
  }),
  loan_person_submit: changes({
    method: 'POST',
    path: '/api/loan/kyc_submit',
    summary: 'Prove who one is for a loan: at least 18 years old, verified, and of the same name',
    whileClosing: 'passes',
    input: z.object({
      name: line(60),
      last_name: line(60),
      sex: whole(1, 2),
      birthday: line(10),
      country: line(2),
      mobile: line(30),
      id_card_type: whole(1, 2),
      hand_pic: line(200),
    }),
    answer: person,
    roles: REAL,
    rate: FEW,
    secret: ['name', 'last_name', 'birthday', 'mobile', 'sex'],
  }),
  loan_config: reads({
    path: '/api/loan/loan_config',
    summary: 'What is offered; nothing where loans are not offered',
    input: nothing,
    answer: z.array(config),
    roles: REAL,
  }),
  loan_config_info: reads({
    path: '/api/loan/config_info',
    summary: 'One offer',
    input: z.object({ id: whole(1, 1_000_000) }),
    answer: config,
    roles: REAL,
  }),
  loan_date: reads({
    path: '/api/loan/get_date',
    summary: 'The date that an agreement bears now, UTC',
    input: nothing,
    answer: z.object({ date: z.string(), time: timeMs }),
    roles: REAL,
  }),
  loan_agreement: reads({
    path: '/v3/api/loan/agreement',
    summary: 'What would be signed for an offer and an amount, or what was signed for a loan',
    input: z.object({
      id: whole(1, 1_000_000).optional(),
      amount: typed,
      loan_id: z
        .union([idText, z.literal('')])
        .optional()
        .default(''),
    }),
    answer: agreement,
    roles: REAL,
  }),
  loan_signed: reads({
    path: '/v3/api/loan/signed',
    summary:
      'The record of a signature: its evidence, and the act with the salt by which its entry in the public log is known',
    input: z.object({ loan_id: idText }),
    answer: z.object({
      /** JSON, as it was hashed: who signed what, when and how. */
      evidence: z.string(),
      act: z.object({
        /** Its place in /tlog/acts/; null until it has one, within a second or so. */
        index: z.number().int().nullable(),
        time: timeMs,
        kind: z.string(),
        /** Base64. */
        salt: z.string(),
        /** JSON, as it was hashed behind the salt: `evidence` and `agreement` are the SHA-256 of those texts. */
        contents: z.string(),
      }),
    }),
    roles: REAL,
  }),
  loan_submit: changes({
    method: 'POST',
    path: '/api/loan/loan_submit',
    summary: 'Sign an agreement as it was read, and ask for its loan',
    whileClosing: 'refused',
    input: z.object({
      amount: typed,
      config_id: whole(1, 1_000_000),
      /** An uploaded image of the signature; empty where the name was typed instead. */
      sign: line(200),
      /** The html of loan_agreement, unchanged. */
      agreement: z.string().max(150_000).optional().default(''),
      /** By keyboard: the name as it was verified. */
      typed_name: line(120),
      /** JSON: strokes, each a list of [x, y, ms]. */
      strokes: line(STROKES_LENGTH),
      /** When the agreement was shown, read to its end, and signing electronically agreed to. */
      shown_at: moment.optional(),
      read_at: moment.optional(),
      consent_at: moment.optional(),
    }),
    answer: loan,
    roles: REAL,
    rate: FEW,
    // An agreement in Chinese is three bytes a character.
    bodyKb: 256,
    secret: ['typed_name'],
  }),
  loan_list: reads({
    path: '/api/loan/loan_list',
    summary: 'My loans, the newest first',
    input: z.object({ page }),
    answer: z.object({ data: z.array(loan), total: z.number().int() }),
    roles: REAL,
  }),
  loan_info: reads({
    path: '/api/loan/loan_info',
    summary: 'One of my loans',
    input: z.object({ id: idText }),
    answer: loan,
    roles: REAL,
  }),
  loan_repayment: reads({
    path: '/api/loan/repayment_info',
    summary: 'What repaying a loan costs now',
    input: z.object({ loan_id: idText }),
    answer: z.object({
      loan_id: z.string(),
      principal: decimal,
      interest: decimal,
      penalty: decimal,
      total: decimal,
      due: timeMs,
      as_of: timeMs,
      days_late: z.number().int(),
      /** From when on the total may be another. */
      until: timeMs,
      /** What is free to repay from. */
      available: decimal,
      /** Where to send it from outside. */
      accounts: z.array(way),
    }),
    roles: REAL,
  }),
  loan_repayment_accounts: reads({
    path: '/api/loan/repayment_accounts',
    summary: 'Where a loan can be repaid from outside: coins with the address for this user, and bank accounts',
    input: nothing,
    answer: z.array(way),
    roles: REAL,
  }),
  loan_repayment_proof: changes({
    method: 'POST',
    path: '/api/loan/repayment',
    summary: 'Say that what is due was sent by coin or wire, with a picture of it: due is what is due at this moment',
    whileClosing: 'passes',
    input: z.object({
      /** Of the way that it was sent by. */
      charge_id: idText,
      loan_id: idText,
      proofImg: line(200),
      /** How much was sent; left out what is due. */
      number: typed,
      /** Where to, as it was shown. */
      address: line(200),
      txid: line(200),
    }),
    answer: loan,
    roles: REAL,
    rate: FEW,
  }),
  loan_repay: changes({
    method: 'POST',
    path: '/v3/api/loan/repay',
    summary: 'Repay a loan from what is available; refused where more is due than was shown',
    whileClosing: 'passes',
    input: z.object({ loan_id: idText, shown: typed }),
    answer: loan,
    roles: REAL,
    rate: FEW,
  }),
  loan_exclude: changes({
    method: 'POST',
    path: '/v3/api/loan/exclude',
    summary: 'Keep oneself from loans at once, for 1 month, 6 months, or for ever (0); never shortened',
    whileClosing: 'passes',
    input: z.object({ months: z.enum(['0', '1', '6']) }),
    answer: z.object({ excluded_until: timeMs }),
    roles: REAL,
    rate: FEW,
  }),
  loan_cancel: changes({
    method: 'POST',
    path: '/v3/api/loan/cancel',
    summary: 'Take back what one asked for, before anybody has decided',
    whileClosing: 'passes',
    input: z.object({ loan_id: idText }),
    answer: loan,
    roles: REAL,
    rate: FEW,
  }),
};
