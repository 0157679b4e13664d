// What the settings promise: defaults that run at once, and one sentence naming the variable for every wrong value.

import * as path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig, readRehearsal } from './config.ts';

describe('settings', () => {
  test('nothing set gives a server on this machine only, with the embedded database', () => {
    expect(readConfig({})).toEqual({
      ok: true,
      value: {
        port: 8080,
        consolePort: 8081,
        host: '127.0.0.1',
        dataDir: path.resolve('.data'),
        databaseUrl: undefined,
        masterKeys: undefined,
        natsUrl: undefined,
        feed: 'auto',
        replayDir: undefined,
        replaySpeed: 1,
        seed: undefined,
        simHours: 'always',
        logLevel: 'info',
        publicUrl: undefined,
        consoleUrl: undefined,
        trustProxy: 0,
        smtp: undefined,
        printsLetters: true,
        sms: undefined,
        s3: undefined,
        pushOrigins: [],
        chains: [],
        statusHosts: [],
        serviceHosts: [],
      },
    });
  });

  test('every setting is taken over', () => {
    const config = readConfig({
      PORT: '9000',
      CONSOLE_PORT: '0',
      HOST: '0.0.0.0',
      DATA_DIR: '/somewhere/data',
      DATABASE_URL: 'postgresql://o:p@db:5432/x',
      FEED: 'replay',
      REPLAY_DIR: '/somewhere/tapes',
      REPLAY_SPEED: '0.5',
      SEED: '4294967295',
      SIM_HOURS: 'market',
      LOG_LEVEL: 'warn',
    });
    expect(config).toMatchObject({
      ok: true,
      value: { port: 9000, consolePort: 0, feed: 'replay', replaySpeed: 0.5, seed: 4294967295, simHours: 'market' },
    });
  });

  test('NATS_URL is for servers that stand on one database and agree on one source of prices', () => {
    const together = { NATS_URL: 'nats://a:4222,tls://b', DATABASE_URL: 'postgresql://o:p@db:5432/x', FEED: 'kraken' };
    expect(readConfig(together)).toMatchObject({ ok: true, value: { natsUrl: 'nats://a:4222,tls://b' } });
    for (const [change, name] of [
      [{ NATS_URL: 'http://a' }, 'NATS_URL must'],
      [{ NATS_URL: 'nats://s3cret@a,' }, 'NATS_URL must'],
      [{ DATABASE_URL: '' }, 'DATABASE_URL'],
      [{ FEED: '' }, 'FEED'],
    ] as const) {
      const read = readConfig({ ...together, ...change });
      expect(read.ok ? '' : read.error).toContain(name);
      expect(JSON.stringify(read)).not.toContain('s3cret');
    }
  });

  test('an empty variable counts as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toEqual(readConfig({}));
  });

  test.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', 'http'],
    ['CONSOLE_PORT', '8080'],
    ['CONSOLE_PORT', '1e3'],
    ['HOST', 'http://here'],
    ['DATABASE_URL', 'mysql://u:p@h/d'],
    ['DATABASE_URL', 'postgresql://u:p@h'],
    ['FEED', 'bloomberg'],
    ['REPLAY_SPEED', '0'],
    ['REPLAY_SPEED', '-1'],
    ['REPLAY_SPEED', 'NaN'],
    ['REPLAY_SPEED', '1000001'],
    ['SEED', '4294967296'],
    ['SIM_HOURS', 'sometimes'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s is refused in one sentence that names it', (name, value) => {
    const config = readConfig({ [name]: value });
    expect(config.ok).toBe(false);
    if (!config.ok) expect(config.error).toMatch(new RegExp(`^${name} must [^\\n]+\\.$`));
  });

  test('the world outside is taken over', () => {
    const S3 = { S3_URL: 'http://store:9000', S3_BUCKET: 'files', S3_KEY: 'key', S3_SECRET: 'secret' };
    const read = readConfig({
      MASTER_KEY: `2:${'cd'.repeat(32)},1:${'ab'.repeat(32)}`,
      PUBLIC_URL: 'https://trade.example.com/',
      CONSOLE_URL: 'https://console.example.com:8443',
      TRUST_PROXY: '10.0.0.0/8, ::1',
      SMTP_URL: 'smtps://me:hunter2@mail:465',
      SMTP_FROM: 'no-reply@example.com',
      SMS_URL: 'https://sms.example.com/send',
      SMS_SECRET: 'hunter2-hunter2-hunter2',
      EVM_NODES: '1=https://a.example.com/key, 56=http://b:8545,1=https://c.example.com',
      ...S3,
    });
    expect(read).toMatchObject({
      ok: true,
      value: {
        masterKeys: [{ id: 2 }, { id: 1 }],
        publicUrl: 'https://trade.example.com',
        consoleUrl: 'https://console.example.com:8443',
        trustProxy: ['10.0.0.0/8', '::1'],
        smtp: { url: 'smtps://me:hunter2@mail:465', from: 'no-reply@example.com' },
        sms: { url: 'https://sms.example.com/send', secret: 'hunter2-hunter2-hunter2' },
        s3: { url: 'http://store:9000', bucket: 'files', key: 'key', secret: 'secret', region: 'us-east-1' },
        chains: [
          { chainId: 1n, urls: ['https://a.example.com/key', 'https://c.example.com'] },
          { chainId: 56n, urls: ['http://b:8545'] },
        ],
      },
    });
    for (const [printsLetters, env] of [
      [true, { HOST: '::1' }],
      [false, { HOST: '0.0.0.0' }],
      [false, { HOST: '127.0.0.1.example.com' }],
      [false, { NODE_ENV: 'production' }],
      [true, { PUBLIC_URL: 'http://localhost:8080' }],
      [false, { PUBLIC_URL: 'https://trade.example.com' }],
      [false, { DATABASE_URL: 'postgresql://o:p@localhost:5432/x' }],
    ] as const)
      expect(readConfig(env)).toMatchObject({ ok: true, value: { printsLetters } });
    expect(readConfig({ TRUST_PROXY: '2' })).toMatchObject({ ok: true, value: { trustProxy: 2 } });
  });

  const smtp = { SMTP_URL: 'smtp://me:hunter2@mail' };
  const sms = { SMS_URL: 'https://me:hunter2@sms', SMS_SECRET: 'hunter2' };
  const s3 = { S3_URL: 'https://store', S3_BUCKET: 'files', S3_KEY: 'hunter2-key', S3_SECRET: 'hunter2' };
  test.each([
    ['MASTER_KEY', { MASTER_KEY: 'hunter2' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'trade.example.com' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://trade.example.com/app' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://me:hunter2@trade.example.com' }],
    ['CONSOLE_URL', { CONSOLE_URL: 'ftp://console' }],
    ['CONSOLE_URL', { CONSOLE_URL: 'https://one', PUBLIC_URL: 'https://one' }],
    ['TRUST_PROXY', { TRUST_PROXY: '10' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'true' }],
    ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/33' }],
    ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/8,' }],
    ['SMTP_URL', { SMTP_URL: 'https://me:hunter2@mail' }],
    ['SMTP_URL', { SMTP_FROM: 'no-reply@example.com' }],
    ['SMTP_FROM', smtp],
    ['SMTP_FROM', { ...smtp, SMTP_FROM: 'Ann <ann@example.com>' }],
    ['SMS_URL', { SMS_URL: 'sms', SMS_SECRET: 'hunter2-hunter2-hunter2' }],
    ['SMS_URL', { SMS_SECRET: 'hunter2-hunter2-hunter2' }],
    ['SMS_SECRET', sms],
    ['S3_URL', { S3_SECRET: 'hunter2' }],
    ['S3_BUCKET', { ...s3, S3_BUCKET: 'hunter2/../x' }],
    ['S3_KEY', { ...s3, S3_KEY: '' }],
    ['S3_SECRET', { ...s3, S3_SECRET: '' }],
    ['EVM_NODES', { EVM_NODES: 'https://hunter2' }],
    ['EVM_NODES', { EVM_NODES: '1=ftp://hunter2' }],
    ['EVM_NODES', { EVM_NODES: '1=https://me:hunter2@node' }],
    ['EVM_NODES', { EVM_NODES: '1=https://hunter2,1=https://hunter2' }],
    ['EVM_NODES', { EVM_NODES: '1=https://hunter2,1=https://b,1=https://c' }],
    ['EVM_NODES', { EVM_NODES: 'evm:1=https://hunter2' }],
  ])('a wrong %s is refused in one sentence that names it and repeats nothing', (name, env) => {
    const read = readConfig(env);
    expect(read.ok ? '' : read.error).toMatch(new RegExp(`^${name} must [^\\n]+\\.$`));
    expect(JSON.stringify(read)).not.toContain('hunter2');
  });

  test('a wrong DATABASE_URL is not repeated: it holds a password', () => {
    const config = readConfig({ DATABASE_URL: 'mysql://me:hunter2@h/d' });
    expect(JSON.stringify(config)).not.toContain('hunter2');
  });
});

describe('what failure tests may ask', () => {
  test('nothing, unless set', () => {
    expect(readRehearsal({})).toEqual({ ok: true, value: { rateFactor: 1, failpoint: undefined } });
    expect(readRehearsal({ NODE_ENV: 'test' })).toEqual(readRehearsal({}));
  });

  test.each(['RATE_FACTOR', 'FAILPOINT'])('%s stops a start in earnest', (name) => {
    for (const NODE_ENV of [undefined, 'production', 'Test']) {
      const read = readRehearsal({ [name]: '2', NODE_ENV });
      expect(read).toEqual({ ok: false, error: `${name} is for failure tests: it needs NODE_ENV=test.` });
    }
  });

  test('under NODE_ENV=test both are read', () => {
    const env = { NODE_ENV: 'test', RATE_FACTOR: '50', FAILPOINT: 'after_commit:forex_submit' };
    const failpoint = { moment: 'after_commit', command: 'forex_submit' };
    expect(readRehearsal(env)).toEqual({ ok: true, value: { rateFactor: 50, failpoint } });
  });

  test.each([
    ['RATE_FACTOR', '0'],
    ['RATE_FACTOR', '1.5'],
    ['FAILPOINT', 'after_lunch:forex_submit'],
    ['FAILPOINT', 'after_commit'],
  ])('%s=%s is refused', (name, value) => {
    const read = readRehearsal({ NODE_ENV: 'test', [name]: value });
    expect(read.ok ? '' : read.error).toMatch(new RegExp(`^${name} must [^\\n]+\\.$`));
  });
});
