// The tables of people, their codes, images and verifications, described for the simulation's database: the server reads and writes them by hand. The
// descriptions and the names of the constraints are held against the migrated database by tests/integration/tables/catalog.test.ts.

import { SESSIONS } from '@fairtick/server/domains/accounts/columns';
import type { ColumnShape, TableShape } from '@fairtick/server/platform/database/tables/meaning';
import type { Rules } from './constraints.ts';
import { broken, type Row, type Value } from './rows.ts';

/** Types by column. A question mark: may be empty; an asterisk: filled by the database alone; a tilde: may change. */
export function described(
  name: string,
  key: readonly string[],
  columns: Readonly<Record<string, string>>,
  unique: TableShape['unique'] = {},
): TableShape {
  const shape = (type: string): ColumnShape => ({
    declared: type.replace(/[?*~]+$/, ''),
    nullable: type.includes('?'),
    byDatabase: type.includes('*'),
    changes: type.includes('~'),
    ifNew: undefined,
  });
  return {
    name,
    key,
    unique,
    columns: Object.fromEntries(Object.entries(columns).map(([one, as]) => [one, shape(as)])),
  };
}

const NAMES = described('account_names', ['id'], {
  id: 'bigint*',
  user_id: 'bigint',
  kind: 'text',
  name: 'text',
  verified_time: 'bigint?~',
  added_time: 'bigint*',
  removed_time: 'bigint?*~',
  refused_time: 'bigint?*~',
});

const CREDENTIALS = described('credentials', ['user_id'], {
  user_id: 'bigint',
  password_hash: 'text~',
  changed_time: 'bigint*',
});

const INVITES = described(
  'invites',
  ['user_id'],
  { user_id: 'bigint', code: 'text', invited_by: 'bigint?' },
  { invites_code_key: ['code'] },
);

const DEVICES = described('user_devices', ['user_id', 'device_hash'], {
  user_id: 'bigint',
  device_hash: 'bytea',
  first_time: 'bigint*',
  last_time: 'bigint*',
});

const CODES = described('codes', ['id'], {
  id: 'bigint*',
  purpose: 'text',
  destination_mac: 'bytea',
  code_mac: 'bytea',
  address_mac: 'bytea',
  asker_mac: 'bytea',
  user_id: 'bigint?',
  known_device: 'boolean',
  created_time: 'bigint',
  expires: 'bigint',
  tries: 'smallint*',
  strangers: 'bytea[]*',
  used_time: 'bigint?~*',
  ended_time: 'bigint?~*',
});

const UPLOADS = described('uploads', ['id'], {
  id: 'text',
  owner_id: 'bigint',
  realm: 'realm*',
  kind: 'text',
  state: 'text*',
  place: 'text',
  bytes: 'integer',
  width: 'integer?',
  height: 'integer?',
  key_sealed: 'bytea?~',
  created_time: 'bigint*',
  attached_to: 'text?*',
  keep_until: 'bigint?*',
});

const VIEWS = described('upload_views', ['id'], {
  id: 'bigint*',
  upload_id: 'text',
  viewer_kind: 'text',
  viewer_id: 'bigint',
  why: 'text',
  time: 'bigint*',
});

const VERIFICATIONS = described(
  'verifications',
  ['id'],
  {
    id: 'bigint*',
    user_id: 'bigint',
    realm: 'realm*',
    name_sealed: 'bytea',
    card_sealed: 'bytea',
    card_mac: 'bytea',
    country: 'text',
    front: 'text',
    back: 'text',
    status: 'smallint*',
    submitted_time: 'bigint*',
    claimed_by: 'bigint?*',
    claimed_until: 'bigint?*',
    reason_code: 'text?*',
    reason: 'text?*',
    decided_time: 'bigint?*',
    decided_by: 'bigint?*',
  },
  { verifications_front_key: ['front'], verifications_back_key: ['back'] },
);

/** What the catalogue's test holds against the migrations beside the server's own descriptions. */
export const PEOPLE_SHAPES: readonly TableShape[] = [
  NAMES,
  CREDENTIALS,
  INVITES,
  DEVICES,
  CODES,
  UPLOADS,
  VIEWS,
  VERIFICATIONS,
];

const isNull = (value: Value | undefined): boolean => value === null || value === undefined;
const hex = (value: Value | undefined): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString('hex') : '';
const length = (value: Value | undefined): number | undefined =>
  value instanceof Uint8Array ? value.length : undefined;
const mac = (value: Value | undefined): boolean | undefined => (isNull(value) ? undefined : length(value) === 32);
const fits = (value: Value | undefined, shape: RegExp): boolean => shape.test(String(value));

const STATES: readonly Value[] = ['writing', 'ready', 'used', 'leaving', 'gone'];

function changeUpload(before: Row, after: Row): void {
  const back = STATES.indexOf(after.state ?? null) < STATES.indexOf(before.state ?? null);
  if (before.state === 'gone' || back) throw broken('upload_goes_on');
  const attached = (before.attached_to ?? null) !== (after.attached_to ?? null);
  if (attached && !(before.state === 'ready' && after.state === 'used')) throw broken('upload_used_once');
}

/** Once it is ended it stays as it is. */
const endsBy =
  (...columns: readonly string[]) =>
  (before: Row): void => {
    if (columns.some((one) => !isNull(before[one]))) throw broken('ended_is_final');
  };

export const PEOPLE_TABLES: readonly Rules[] = [
  {
    table: SESSIONS,
    checks: {
      sessions_token_hash_check: (row) => mac(row.token_hash),
      sessions_agent_check: (row) => String(row.agent).length <= 256,
      sessions_device_hash_check: (row) => mac(row.device_hash),
      sessions_factor_check: (row) => fits(row.factor, /^(demo|password|totp|passkey|recovery)$/),
    },
  },
  {
    table: NAMES,
    checks: {
      account_names_kind_check: (row) => fits(row.kind, /^(email|mobile)$/),
      account_names_check: (row) => {
        const name = String(row.name);
        return name.length <= 254 && name === name.toLowerCase() && (row.kind === 'email') === name.includes('@');
      },
    },
    partial: {
      account_names_held: (row) => (isNull(row.removed_time) ? String(row.name) : undefined),
      account_names_of_user: (row) => (isNull(row.removed_time) ? `${row.user_id}/${row.kind}` : undefined),
    },
    change: endsBy('removed_time'),
    gives: true,
  },
  { table: CREDENTIALS, checks: {} },
  {
    table: INVITES,
    checks: {
      invites_code_check: (row) => fits(row.code, /^[2-9A-HJKMNP-Z]{6}$/),
      invites_check: (row) => (isNull(row.invited_by) ? undefined : row.invited_by !== row.user_id),
    },
  },
  { table: DEVICES, checks: { user_devices_device_hash_check: (row) => mac(row.device_hash) } },
  {
    table: CODES,
    checks: {
      codes_purpose_check: (row) => fits(row.purpose, /^(register|reset|amend|step_up|name)$/),
      codes_destination_mac_check: (row) => mac(row.destination_mac),
      codes_code_mac_check: (row) => mac(row.code_mac),
      codes_address_mac_check: (row) => mac(row.address_mac),
      codes_asker_mac_check: (row) => mac(row.asker_mac),
      codes_check: (row) => Number(row.expires) > Number(row.created_time),
      codes_tries_check: (row) => Number(row.tries) >= 0 && Number(row.tries) <= 5,
      codes_strangers_check: (row) => (length(row.strangers) ?? 0) <= 20 * 32,
    },
    partial: {
      codes_open: (row) =>
        isNull(row.used_time) && isNull(row.ended_time) ? `${hex(row.destination_mac)}/${row.purpose}` : undefined,
    },
    change: endsBy('used_time', 'ended_time'),
    gives: true,
  },
  {
    table: UPLOADS,
    checks: {
      uploads_id_check: (row) => fits(row.id, /^[0-9a-f]{32}$/),
      uploads_realm_check: (row) => row.realm === 'live',
      uploads_kind_check: (row) => fits(row.kind, /^[a-z_]{1,30}$/),
      uploads_state_check: (row) => STATES.includes(row.state ?? null),
      uploads_place_check: (row) => fits(row.place, /^(disk|bucket)$/),
      uploads_bytes_check: (row) => Number(row.bytes) > 0,
      uploads_width_check: (row) => (isNull(row.width) ? undefined : Number(row.width) > 0),
      uploads_height_check: (row) => (isNull(row.height) ? undefined : Number(row.height) > 0),
      uploads_picture: (row) =>
        (row.kind === 'image') === !isNull(row.width) && isNull(row.width) === isNull(row.height),
      uploads_check: (row) => (row.state === 'gone') === isNull(row.key_sealed),
      uploads_check1: (row) => row.state !== 'used' || !isNull(row.attached_to),
      uploads_check2: (row) => isNull(row.attached_to) || !fits(row.state, /^(writing|ready)$/),
      uploads_check3: (row) => !isNull(row.keep_until) || fits(row.state, /^(used|gone)$/),
    },
    change: changeUpload,
  },
  { table: VIEWS, checks: { upload_views_viewer_kind_check: (row) => fits(row.viewer_kind, /^(user|staff)$/) } },
  {
    table: VERIFICATIONS,
    checks: {
      verifications_realm_check: (row) => row.realm === 'live',
      verifications_card_mac_check: (row) => mac(row.card_mac),
      verifications_country_check: (row) => fits(row.country, /^([A-Z]{2})?$/),
      verifications_status_check: (row) => fits(row.status, /^[123]$/),
      verifications_check: (row) => row.front !== row.back,
      verifications_check1: (row) => isNull(row.claimed_by) === isNull(row.claimed_until),
      verifications_check2: (row) =>
        (row.status === 1) === isNull(row.decided_time) && (row.status === 1) === isNull(row.decided_by),
      verifications_check3: (row) =>
        (row.status === 3) === !isNull(row.reason_code) && (row.status === 3) === !isNull(row.reason),
    },
    partial: {
      one_verification_a_user: (row) => (row.status === 3 ? undefined : String(row.user_id)),
    },
    change: (before) => {
      if (before.status !== 1) throw broken('verification_final');
    },
    gives: true,
  },
];
