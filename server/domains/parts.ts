// The one list of domains: what each is to the rest of the server, and the endpoints that it serves. A new domain is named here.
// Long because every domain has its lines in it, and nothing else has.

import { usersTable } from '@fairtick/contract/http/index';
import type { StaffTable } from '@fairtick/contract/staff/index';
import type { Pair, RestingOrder } from '@fairtick/engine/types';
import type { Clock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import type { Entropy } from '@fairtick/kernel/random';
import type { Decoder } from '../images/decoder.ts';
import { imageRoutes } from '../images/routes.ts';
import type { WatcherOf } from '../platform/chain/watchers.ts';
import type { ChangeOf, CommittedOf, StateOf } from '../platform/commands/books.ts';
import type { Command, Outcome, PastMoment } from '../platform/commands/command.ts';
import type { Addresses } from '../platform/config/addresses.ts';
import type { Pool, PoolClient, Queries } from '../platform/database/pools.ts';
import { type Handlers, type HandlersOf, type Sheet, sheet } from '../platform/endpoints.ts';
import type { Files } from '../platform/files/files.ts';
import { filesResealer } from '../platform/files/resealing.ts';
import type { Keys } from '../platform/keys/keys.ts';
import type { Resealer } from '../platform/keys/reseal.ts';
import type { Logger } from '../platform/logger.ts';
import type { UserPrincipal } from '../platform/principals.ts';
import type { Records } from '../platform/records/records.ts';
import type { Job } from '../platform/schedule/schedule.ts';
import { publicSettings } from '../platform/settings/public.ts';
import type { AnySetting, SettingsReader } from '../platform/settings/setting.ts';
import { seedSettings } from '../platform/settings/table.ts';
import { Passkeys } from '../platform/sign-in/passkeys.ts';
import type { TradingMarket } from '../trading/trading-market.ts';
import type { Trigger } from '../trading/trigger.ts';
import {
  type AppStart,
  accountHandlers,
  accountsDomain,
  accountsPart,
  Captchas,
  Codes,
  demoView,
  findUser,
  isUncapped,
  type Jurisdictions,
  noticeHandlers,
  offeredPair,
  offerTo,
  Passwords,
  passwordHandlers,
  protectionRoutes,
  readAppSettings,
  readJurisdictions,
  readStanding,
  registrationHandlers,
  type Sessions,
  securityHandlers,
  signInHandlers,
  tellingRoutes,
  withStatusHosts,
} from './accounts/index.ts';
import {
  companyRoutes,
  companyStaffRoutes,
  contentDomain,
  contentRoutes,
  contentStaffRoutes,
  isMain,
  keepWords,
  readPicture,
  Shelf,
} from './content/index.ts';
import {
  type CopyingSettings,
  copiedFrom,
  copyingDomain,
  copyingPart,
  followRoutes,
  hasFollowers,
  readCopyingSettings,
  requestsFollowed,
  traderStaffRoutes,
} from './copying/index.ts';
import type { DomainDeclaration, JobServices } from './domain-part.ts';
import {
  type ForexSettings,
  forexDomain,
  forexPart,
  forexRoutes,
  givenUp,
  readForexSettings,
  tradeFeeType,
} from './forex/index.ts';
import {
  type FundsSettings,
  fundRoutes,
  fundStaffRoutes,
  fundsDomain,
  fundsPart,
  readFundsSettings,
} from './funds/index.ts';
import {
  joinDeclarations,
  ledgerDomain,
  ledgerPart,
  ledgerRoutes,
  lockOwners,
  ownSheet,
  REALMS,
  seedHouse,
} from './ledger/index.ts';
import {
  dueOfProof,
  type LoanSettings,
  loanRoutes,
  loanStaffRoutes,
  loansDomain,
  loansPart,
  mayLookAtLoan,
  readLoanSettings,
} from './loans/index.ts';
import {
  CATALOGUE,
  type Market,
  marketDomain,
  marketNow,
  marketPart,
  marketRoutes,
  seedPairs,
  type TickLog,
} from './market/index.ts';
import {
  type MicroSettings,
  microDomain,
  microLossLevel,
  microPart,
  microRoutes,
  readMicroSettings,
} from './micro/index.ts';
import { exportRoutes, leavingRoutes, portfolioDomain, portfolioRoutes } from './portfolio/index.ts';
import { proofRoutes } from './proof/index.ts';
import {
  auditRoutes,
  decidedAsNow,
  findMember,
  freezeRoutes,
  heldRefusal,
  houseRoutes,
  linkedUsers,
  openProposals,
  outboxRoutes,
  peopleRoutes,
  staffDomain,
  staffName,
  staffPart,
  staffRoutes,
  userReads,
} from './staff/index.ts';
import {
  type ChatSettings,
  chatRoutes,
  chatStaffRoutes,
  feedbackRoutes,
  feedbackStaffRoutes,
  mayLookAtChat,
  mayLookAtFeedback,
  readChatSettings,
  supportDomain,
} from './support/index.ts';
import {
  kycRetentionYears,
  mayReview,
  verificationDomain,
  verificationPart,
  verificationRoutes,
  verificationStaffRoutes,
  verifiedName,
} from './verification/index.ts';
import {
  backHinderedBy,
  clientMoneyRoutes,
  clientMoneyStaffRoutes,
  creditHinderedBy,
  depositRoutes,
  depositStaffRoutes,
  mayLookAtProof,
  payoutRoutes,
  readWalletSettings,
  receiptStaffRoutes,
  type WalletSettings,
  walletDomain,
  walletPart,
  withdrawalRoutes,
} from './wallet/index.ts';

export {
  CODE_MESSAGES,
  type CodeSendingOptions,
  closingOnlyMinutes,
  codeSender,
  NEW_SIGN_IN,
  newSignInLetter,
  newSignInSender,
  pushTargets,
  readRecipients,
  readWord,
  Sessions,
  stopNews,
  toldBy,
  toldStatus,
} from './accounts/index.ts';
export {
  ANNOUNCEMENT_MESSAGES,
  type AnnouncingOptions,
  announcementMailSender,
  announcementPush,
} from './content/index.ts';
export { ledgerMismatch } from './ledger/index.ts';
export {
  type CandlesLog,
  evaluatedThrough,
  firstTicksAfter,
  isAheadOfDatabase,
  lastTicksAt,
  type Market,
  type MarketSource,
  marketTimeOf,
  openMarket,
  openTickLog,
  type PairsOverTime,
  pairSetting,
  pairsOverTime,
  readPairIdentities,
  readTickHead,
  startCandles,
  type TickLog,
  tickRows,
  ticksAfter,
  ticksAt,
} from './market/index.ts';
export { EXPORTS, exportMaker } from './portfolio/index.ts';
export {
  enableOnMachine,
  firstLink,
  linkAddress,
  linkOnMachine,
  listColleagues,
  ownerOnMachine,
  StaffSessions,
} from './staff/index.ts';
export { tellChats } from './support/index.ts';

const DOMAINS: readonly DomainDeclaration[] = [
  ledgerDomain,
  marketDomain,
  accountsDomain,
  forexDomain,
  microDomain,
  fundsDomain,
  portfolioDomain,
  copyingDomain,
  verificationDomain,
  contentDomain,
  walletDomain,
  loansDomain,
  supportDomain,
  staffDomain,
];

/** The ledger as all domains together declare it. */
export const LEDGER = joinDeclarations(DOMAINS.flatMap(({ ledger }) => ledger ?? []));

/** The operator's terms of one moment, as the rules want them. */
export interface Settings {
  readonly forex: ForexSettings;
  readonly micro: MicroSettings;
  readonly wallet: WalletSettings;
  readonly loans: LoanSettings;
  readonly funds: FundsSettings;
  readonly copying: CopyingSettings;
  readonly jurisdictions: Jurisdictions;
  readonly keepsImagesYears: number;
  /** Whether this edition shows the directory of companies. */
  readonly isMain: boolean;
  readonly chat: ChatSettings;
}

export const tradingSettings = (settings: SettingsReader): Settings => ({
  forex: readForexSettings(settings),
  micro: readMicroSettings(settings),
  wallet: readWalletSettings(settings),
  loans: readLoanSettings(settings),
  funds: readFundsSettings(settings),
  copying: readCopyingSettings(settings),
  jurisdictions: readJurisdictions(settings),
  keepsImagesYears: settings.read(kycRetentionYears),
  isMain: settings.read(isMain) === 1,
  chat: readChatSettings(settings),
});

/** The settings of all domains; each pair's terms are one more. */
export const DECLARED_SETTINGS: readonly AnySetting[] = DOMAINS.flatMap(({ settings }) => settings ?? []);

/** What is kept sealed, for when a master key is changed. */
export const RESEALERS: readonly Resealer[] = [filesResealer, ...DOMAINS.flatMap(({ resealers }) => resealers ?? [])];

/** What the app is told at its start. Frozen, so that it is written as bytes once. */
export function appStart(settings: SettingsReader): AppStart {
  const { basic, main, registration } = readAppSettings(settings);
  const terms = { trade_fee_type: settings.read(tradeFeeType), micro_loss_level: settings.read(microLossLevel) };
  return { basic: Object.freeze({ ...basic, ...terms }), main: Object.freeze(main), registration };
}

/** As the owner: what the domains need to be there before anything starts. What is there stays as it is. */
export async function seedDomains(owner: Queries, nowMs: number): Promise<void> {
  await seedHouse(owner, LEDGER, nowMs);
  await seedSettings(owner, DECLARED_SETTINGS);
  await seedPairs(owner, CATALOGUE);
  await keepWords(owner);
}

/** Locks what every batch locks: a commit that is under way is waited for. */
export const lockEveryBatch = (tx: PoolClient): Promise<unknown> => lockOwners(tx, [], REALMS);

export interface PartsOptions {
  readonly db: Pool;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly market: TradingMarket;
  readonly settings: () => Settings;
  /** Called before a batch decides, with the newest place in the log that its decisions will see. */
  readonly onBatch: (viewIndex: number) => void;
  /** Whether a tick has triggered the order and the trigger is not decided yet. */
  readonly isDue: (order: RestingOrder) => boolean;
  /** Whether a tick has called for the user's stop-out and that is not decided yet. */
  readonly isJudged: (userId: Id) => boolean;
  /** Called when this user's figures have been read and can be asked for. */
  readonly onFigures: (userId: Id) => void;
}

/** In the order in which they write, the ledger last: users before their accounts, orders before their journals. */
export function domainParts(options: PartsOptions) {
  const { clock, settings, onFigures } = options;
  const forex = forexPart({
    ...options,
    settings: () => settings().forex,
    onFigures: (userId) => {
      onFigures(userId);
      copying.ordersRead(userId);
    },
  });
  const copying = copyingPart({ ...options, forex: forex.users, settings: () => settings().copying });
  return {
    market: marketPart({ ...options, nowMs: () => clock.now() }),
    accounts: accountsPart({ jurisdictions: () => settings().jurisdictions }),
    ledger: ledgerPart(),
    forex,
    copying,
    micro: microPart({ ...options, settings: () => settings().micro }),
    wallet: walletPart({ clock, settings: () => settings().wallet }),
    loans: loansPart({ settings: () => settings().loans }),
    funds: fundsPart({ settings: () => settings().funds }),
    verification: verificationPart(),
    staff: staffPart(),
  };
}

type DomainParts = ReturnType<typeof domainParts>;
export type BatchState = StateOf<DomainParts>;
export type Change = ChangeOf<DomainParts>;
export type Committed = CommittedOf<DomainParts>;

/** What changes of one domain bring about in another, in the same batch. */
export function* broughtAbout(state: BatchState, change: Change, at: PastMoment | undefined): Generator<Change> {
  yield* copiedFrom(state, change, at);
  const more = givenUp(state, change);
  if (more) yield more;
}

export interface DomainCommand extends Command<BatchState, Change> {
  /** The trigger that the command decides; none for a user's command. */
  readonly cause?: Trigger;
}

export interface Services extends Pick<PartsOptions, 'clock' | 'settings'> {
  readonly submit: (command: DomainCommand) => Promise<Outcome>;
  readonly db: Pool;
  /** A connection for one read. It sees the newest commit. */
  readonly reads: () => Queries;
  readonly entropy: Entropy;
  /** For what is kept secret in the database. */
  readonly keys: Keys;
  /** Where people open the app and the staff the console, for links and passkeys. */
  readonly addresses: () => Addresses;
  readonly tradingMarket: TradingMarket;
  /** Trading's clock: it never goes back. */
  readonly tradingClock: Clock;
}

/** What only the endpoints need beside these. */
export interface EdgeServices {
  readonly records: Records;
  readonly files: Files;
  /** Push services of tests; none in earnest. */
  readonly pushOrigins: readonly string[];
  readonly decoder: Decoder;
  readonly appStart: () => AppStart;
  readonly sessions: Sessions;
  readonly market: Market;
  readonly log: TickLog;
  readonly acceptances: Parameters<typeof proofRoutes>[0]['acceptances'] & {
    readonly log: Parameters<typeof marketRoutes>[0]['others']['acceptances'];
  };
  readonly candlesLog: Parameters<typeof proofRoutes>[0]['candles'] &
    Parameters<typeof marketRoutes>[0]['others']['candles'];
  readonly logger: Logger;
  readonly newId: () => Id;
}

/** The endpoints that trade, without those that need a session store or the market's own screens. */
export function tradingHandlers(services: Services, signIn: Parameters<typeof portfolioRoutes>[0]['signIn']) {
  const { submit, reads, db, entropy, settings } = services;
  const market = () => marketNow(services.tradingMarket, services.tradingClock.now());
  return {
    ...forexRoutes({ submit, reads, market }),
    ...microRoutes({
      submit,
      reads,
      market,
      settings: () => settings().micro,
      jurisdictions: () => settings().jurisdictions,
    }),
    ...portfolioRoutes({ submit, db, reads, entropy, market, signIn }),
  };
}

/** What a real user is offered, by their residence as it stands now; undefined where that is everything. */
async function offeredTo({ reads, settings }: Services, { userId }: UserPrincipal) {
  const offer = offerTo(settings().jurisdictions, (await readStanding(reads(), userId))?.country);
  return isUncapped(offer) ? undefined : (pair: Pair) => offeredPair(pair, offer);
}

/** What loans ask of the rest: their terms, where they are offered, and as whom somebody is verified. */
const ofLoans = <S extends Services>(services: S) => ({
  ...services,
  settings: () => services.settings().loans,
  jurisdictions: () => services.settings().jurisdictions,
  verifiedName: (userId: Id) => verifiedName(services.db, services.keys, userId),
});

/** Where money is said to have been sent, and at which rates it is credited now. */
const ofDeposits = <S extends Services>(services: S) => ({
  ...services,
  settings: () => services.settings().wallet,
  market: () => marketNow(services.tradingMarket, services.tradingClock.now()),
});

/** What is sold beside trading, offered by residence. */
const productHandlers = (services: Services) => ({
  ...fundRoutes({
    ...services,
    settings: () => services.settings().funds,
    jurisdictions: () => services.settings().jurisdictions,
  }),
});

/** Every endpoint of the users' table. */
export function handlersOf(services: Services & EdgeServices): Handlers {
  const { db, clock, entropy, sessions, market, log, acceptances, tradingMarket, tradingClock, addresses } = services;
  const codes = new Codes(services);
  const moment = () => marketNow(tradingMarket, tradingClock.now());
  // One queue for all hashes.
  const entering = { ...services, codes, passwords: new Passwords(entropy), captchas: new Captchas(services) };
  const passkeys = new Passkeys(() => addresses().app, 'preferred');
  return {
    ...accountHandlers(services),
    ...registrationHandlers({ ...entering, settings: () => services.appStart().registration }),
    ...passwordHandlers(entering),
    ...signInHandlers({ ...entering, passkeys }),
    ...securityHandlers({
      ...services,
      ...{ passkeys, codes, mobiles: () => services.appStart().registration.is_show_mobile === 1 },
    }),
    ...noticeHandlers(services),
    ...exportRoutes(services),
    ...leavingRoutes({
      ...services,
      keepsImagesYears: () => services.settings().keepsImagesYears,
      hasFollowers,
      ended: (tokenHash) => sessions.revoked(tokenHash),
    }),
    ...tellingRoutes(services),
    ...protectionRoutes({ ...services, elevation: (user) => sessions.elevation(user) }),
    ...marketRoutes({
      market,
      log,
      others: { acceptances: acceptances.log, candles: services.candlesLog },
      db,
      clock,
      offered: (user) => offeredTo(services, user),
    }),
    ...tradingHandlers(services, async (userId) => {
      const user = await findUser(db, userId);
      return user && { token: await sessions.create(userId), user: demoView(user) };
    }),
    ...proofRoutes({
      ...{ db, log, acceptances, candles: services.candlesLog },
      ...{ market: moment, pair: (pairId) => market.pairs.get(pairId) },
      followed: (copyId) => requestsFollowed(db, [copyId]),
    }),
    ...ledgerRoutes({
      reads: services.reads,
      zoneOf: async (userId) => (await readStanding(services.reads(), userId))?.zone,
    }),
    ...verificationRoutes(services),
    ...withdrawalRoutes({
      ...services,
      settings: () => services.settings().wallet,
      market: moment,
      verifiedName: (userId) => verifiedName(db, services.keys, userId),
    }),
    ...depositRoutes(ofDeposits(services)),
    ...productHandlers(services),
    ...clientMoneyRoutes(services),
    ...loanRoutes({ ...ofLoans(services), deposits: ofDeposits(services) }),
    ...contentRoutes({ ...services, shelf: new Shelf(services) }),
    ...feedbackRoutes({ ...services, captchas: entering.captchas }),
    ...followRoutes({ ...services, market: moment, jurisdictions: () => services.settings().jurisdictions }),
    ...companyRoutes({ ...services, isMainEdition: () => services.settings().isMain }),
    ...chatRoutes({ ...services, chatSettings: () => services.settings().chat }),
    ...imageRoutes(services),
    ...publicSettings({ reads: services.reads, settings: DECLARED_SETTINGS }),
  };
}

/** Tables for spreadsheets, by their names in the users' table. */
export const sheetsOf = ({ reads }: Pick<Services, 'reads'>): readonly Sheet[] => [
  sheet(usersTable.sheets.ledger_csv, ownSheet(reads)),
];

/** What the staff's endpoints need beside these. */
export interface StaffServices {
  readonly records: Records;
  /** Chains on which payments are looked up. */
  readonly chains: WatcherOf;
  readonly files: Files;
  readonly decoder: Decoder;
  readonly logger: Logger;
  readonly newId: () => Id;
}

/** What is sold beside trading, as the staff look after it. */
const productStaffHandlers = (services: Services & StaffServices) => ({
  ...fundStaffRoutes({
    ...services,
    submit: decidedAsNow(services.submit),
    settings: () => services.settings().funds,
  }),
});

/** Every endpoint of the staff's table but health. */
export function staffHandlersOf(services: Services & StaffServices): Omit<HandlersOf<StaffTable>, 'health'> {
  const { db, entropy, addresses } = services;
  const more = {
    consoleUrl: () => addresses().console,
    settings: withStatusHosts(DECLARED_SETTINGS, () => addresses().statusHosts),
    creditHindered: creditHinderedBy(services.chains, () => services.settings().wallet),
    backHindered: backHinderedBy(services.chains, () => services.settings().wallet),
  };
  const proposals = openProposals({ ...services, ...more });
  const reviewers = {
    name: (staffId: Id) => staffName(db, staffId),
    linkedUsers: (staffId: Id) => linkedUsers(db, staffId),
    refusedNow: heldRefusal,
  };
  const ofMoney = {
    ...services,
    ...{ submit: decidedAsNow(services.submit), propose: proposals.proposeUnlessDone, staff: reviewers },
    settings: () => services.settings().wallet,
    market: () => marketNow(services.tradingMarket, services.tradingClock.now()),
    loanDue: (loanId: Id) => dueOfProof(db, loanId, services.clock.now()),
  };
  return {
    ...staffRoutes({
      ...services,
      passwords: new Passwords(entropy),
      passkeys: new Passkeys(() => addresses().console),
    }),
    ...auditRoutes(services),
    ...userReads(services),
    ...peopleRoutes({ ...services, ...more, proposals }),
    ...freezeRoutes({ ...services, propose: proposals.proposeUnlessDone }),
    ...houseRoutes({ db, proposals }),
    ...depositStaffRoutes(ofMoney),
    ...receiptStaffRoutes(ofMoney),
    ...verificationStaffRoutes({
      ...services,
      submit: decidedAsNow(services.submit),
      reviewers,
    }),
    ...clientMoneyStaffRoutes({ reads: () => db }),
    ...payoutRoutes({
      ...services,
      ...{ submit: decidedAsNow(services.submit), propose: proposals.proposeUnlessDone, payers: reviewers },
      settings: () => services.settings().wallet,
      market: () => marketNow(services.tradingMarket, services.tradingClock.now()),
      verifiedName: (userId) => verifiedName(db, services.keys, userId),
    }),
    ...loanStaffRoutes({
      ...{ ...ofLoans(services), submit: decidedAsNow(services.submit) },
      staff: { ...reviewers, refusedNow: heldRefusal },
    }),
    ...productStaffHandlers(services),
    ...contentStaffRoutes({ ...services, propose: proposals.proposeUnlessDone, refusedNow: heldRefusal }),
    ...feedbackStaffRoutes({ ...services, staff: reviewers }),
    ...traderStaffRoutes({
      ...services,
      staff: { ...reviewers, refusedNow: heldRefusal },
      market: () => marketNow(services.tradingMarket, services.tradingClock.now()),
    }),
    ...companyStaffRoutes({ ...services, refusedNow: heldRefusal }),
    ...chatStaffRoutes({
      ...services,
      chatSettings: () => services.settings().chat,
      linkedUsers: reviewers.linkedUsers,
      refusedNow: heldRefusal,
    }),
    ...outboxRoutes(services),
  };
}

/** Pictures of what is published, for whoever has their address. */
export const publicPictures =
  ({ db }: Pick<Services, 'db'>) =>
  (id: string): Promise<Uint8Array | undefined> =>
    readPicture(db, id);

/** Whether a member of staff may look now at the file of what it is attached to. */
export async function mayReviewFile(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  staffId: Id,
  attachedTo: string,
): Promise<boolean> {
  const member = await findMember(db, staffId);
  if (!member) return false;
  const looker = { ...member, linkedUsers: await linkedUsers(db, staffId) };
  if (await mayReview(db, looker, attachedTo)) return true;
  if (await mayLookAtLoan(db, looker, attachedTo)) return true;
  if (await mayLookAtFeedback({ db, clock }, looker, attachedTo)) return true;
  if (await mayLookAtChat(db, looker, attachedTo)) return true;
  return mayLookAtProof(db, looker, attachedTo);
}

/** The domains' jobs by the database's clock. What is due by the log's time is decided by their trading parts. */
export const jobsOf = (services: Pick<Services, 'submit' | 'db' | 'clock'> & Pick<JobServices, 'snapshots'>): Job[] =>
  DOMAINS.flatMap((domain) => domain.jobs?.(services) ?? []);
