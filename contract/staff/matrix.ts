// What each role of the staff may do. The server admits by it, the console shows by it, the tests walk it, and the public page is made of it.

export const STAFF_ROLES = ['owner', 'treasurer', 'compliance', 'terms', 'editor', 'support', 'auditor'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** `read` looks; `propose` and `check` are the two people of an act that needs two; `do` acts alone. */
export const GRANTS = ['read', 'propose', 'check', 'do'] as const;
export type Grant = (typeof GRANTS)[number];

type Row = Readonly<Partial<Record<StaffRole, readonly Grant[]>>>;

const READ: readonly Grant[] = ['read'];
const DO: readonly Grant[] = ['do'];
const CHECK: readonly Grant[] = ['check'];
const PROPOSE: readonly Grant[] = ['propose'];
const BOTH: readonly Grant[] = ['propose', 'check'];

/** No row sets a price, a candle, a tick, one user's spread, an order's result, or a user's password or factor. */
export const MATRIX = {
  users: { owner: READ, treasurer: READ, compliance: READ, support: READ, auditor: READ },
  /** E-mail, mobile and name in full; without it they are masked. */
  contacts: { owner: READ, treasurer: READ, compliance: READ, auditor: READ },
  /** What a user has, and what moved in their accounts; who answers them sees it of a user whose open thread of the chat they hold. */
  balances: { owner: READ, treasurer: READ, compliance: READ, auditor: READ },
  /** While reviewing: of an item that waits and that the member has claimed. Every view is a row. */
  identity_images: { compliance: READ },
  /** `read` is the queue; an item of it is opened by who decides. */
  verification: { owner: READ, compliance: DO, auditor: READ },
  freeze_withdrawals: { owner: BOTH, treasurer: DO, compliance: DO, support: DO },
  freeze_orders: { owner: BOTH, compliance: DO },
  freeze_sign_in: { owner: BOTH, compliance: DO },
  unfreeze: { owner: CHECK, compliance: BOTH },
  /** The first of two proposes and the other one checks; alone below the limit. */
  withdrawal_approve: {
    owner: CHECK,
    treasurer: ['do', 'propose', 'check'],
    compliance: ['do', 'propose', 'check'],
  },
  /** To take it first and to say that it was sent; never who approved it, where that takes two. */
  withdrawal_pay: { treasurer: DO },
  /** Also to say that nothing was sent of what was approved, which a second person checks. */
  withdrawal_reject: { owner: CHECK, treasurer: DO, compliance: DO },
  jurisdictions: { owner: BOTH, compliance: BOTH, auditor: READ },
  /** Whether anything new can be opened; never what is open already. */
  service_status: { owner: BOTH, compliance: BOTH, auditor: READ },
  /** Where money can be sent to us and where from, fees, limits, and what a currency's rate is read from. */
  money_terms: { owner: CHECK, treasurer: PROPOSE, compliance: CHECK, auditor: READ },
  /** Products that are sold: funds and loans with their terms, which running ones keep. */
  product_terms: { owner: CHECK, terms: BOTH, auditor: READ },
  /** What users say they sent: credited alone below the limit, by two people from it on. */
  deposits: {
    owner: ['read', 'check'],
    treasurer: ['read', 'propose', 'check', 'do'],
    compliance: ['read', 'check'],
    auditor: READ,
  },
  /** What two users say is theirs. */
  deposits_held: { treasurer: PROPOSE, compliance: CHECK },
  deposits_reject: { treasurer: DO, compliance: DO },
  /** The house's money: capital, settlements, fees earned; and what is put right of a user's. */
  books: { owner: CHECK, treasurer: PROPOSE, compliance: CHECK, auditor: READ },
  /** What is set aside for fund products, and redemptions that wait: they can be confirmed sooner, never refused. */
  funds: { owner: READ, treasurer: ['read', 'do'], auditor: READ },
  /**
   * News, announcements and the like. Who checks publishes what others wrote. What is about the terms takes somebody else than its writer, and two
   * people for its dates and for withdrawing it.
   */
  content: { owner: ['read', 'propose', 'check'], editor: ['read', 'do', 'propose', 'check'], auditor: READ },
  /** `read` is the queue; what somebody wrote is opened by who answers. */
  feedback: { owner: READ, support: ['read', 'do'], auditor: READ },
  /** Who leads others, by a record that nobody typed in. */
  traders: { owner: READ, compliance: ['read', 'do'], auditor: READ },
  /** Who may borrow, what is paid out, and what is owed to the house. From the limit on the first of two proposes a pay-out and the other one checks. */
  loans: {
    owner: ['read', 'check'],
    treasurer: READ,
    compliance: ['read', 'do', 'propose', 'check'],
    auditor: READ,
  },
  /** The directory of companies: who they are and how to reach them. */
  companies: { owner: READ, editor: ['read', 'do'], auditor: READ },
  /** Threads of the chat: every look at one is an act. */
  chat: { owner: READ, compliance: READ, support: ['read', 'do'] },
  staff: { owner: BOTH, auditor: READ },
  messages: { owner: READ, treasurer: READ, compliance: READ, terms: READ, support: READ, auditor: READ },
  /** Sends a letter that could not be sent once more. */
  resend: { owner: DO, support: DO },
  audit: { owner: READ, treasurer: READ, compliance: READ, terms: READ, auditor: READ },
} as const satisfies Readonly<Record<string, Row>>;

export type StaffAct = keyof typeof MATRIX;
export const STAFF_ACTS = Object.keys(MATRIX) as readonly StaffAct[];

/** The rights by which a setting is changed: each that two people change names one of them. */
export const SETTING_ACTS = [
  'jurisdictions',
  'money_terms',
  'product_terms',
  'service_status',
] as const satisfies readonly StaffAct[];
export type SettingAct = (typeof SETTING_ACTS)[number];

/** An act, and in which of the four ways an endpoint is about it. Several ways: one of them is enough. */
export interface Right {
  readonly act: StaffAct;
  readonly grants: readonly Grant[];
}

export const grantsOf = (role: StaffRole, act: StaffAct): readonly Grant[] => {
  const row: Row = MATRIX[act];
  return row[role] ?? [];
};

/** Whether one of the roles carries the right. */
export const mayDo = (roles: readonly StaffRole[], { act, grants }: Right): boolean =>
  roles.some((role) => grantsOf(role, act).some((grant) => grants.includes(grant)));
