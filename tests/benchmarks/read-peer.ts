// The peer: a bare Fastify of the same version in a process of its own. Says hello, or answers with one indexed select of as many rows and the
// same columns as the product's call shows, on the same PostgreSQL with as many connections.

import Fastify from 'fastify';
import pg from 'pg';

const ORDER_ROWS = 20;
const FOREX = `id, pair_id, side, quantity, multiple, cont_num, markup, price_precision, margin, fee, target_price, created_time, status,
  stop_loss, take_profit, open_price, open_time, close_price, close_time, close_reason, result, cancelled_time`;
const MICRO = `id, pair_id, direction, stake, seconds, profit_ratio, price_precision, open_price, accepted_time, expiry_time, status, outcome,
  end_price, result`;

const SELECTS: Readonly<Record<string, string>> = {
  balances: 'SELECT kind, available, locked FROM ledger_accounts WHERE owner_id = $1',
  holding: `SELECT ${FOREX} FROM forex_orders WHERE user_id = $1 AND status = 'open' ORDER BY id DESC LIMIT ${ORDER_ROWS}`,
  history: `SELECT ${FOREX} FROM forex_orders WHERE user_id = $1 AND status = 'closed' ORDER BY id DESC LIMIT ${ORDER_ROWS}`,
  options: `SELECT ${MICRO} FROM micro_orders WHERE user_id = $1 AND status IN ('waiting', 'open') ORDER BY id DESC LIMIT ${ORDER_ROWS}`,
};

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = Fastify({ logger: false });
app.get('/hello', async () => ({ hello: 'world' }));
for (const [name, text] of Object.entries(SELECTS)) {
  app.get<{ Params: { user: string } }>(`/${name}/:user`, async ({ params }) => {
    const { rows } = await pool.query({ name, text, values: [params.user] });
    return rows;
  });
}
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
process.on('disconnect', () => process.exit(0));
