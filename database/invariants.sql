-- Each query must return no row, at any moment. Run by tests, by the console and by hand (see docs/accounting).

-- every journal sums to zero per currency
SELECT 'journal_sums_to_zero' AS broken, e.journal_id::text AS what FROM entries e JOIN ledger_accounts a ON a.id = e.account_id
GROUP BY e.journal_id, a.currency HAVING sum(e.available_change + e.locked_change) <> 0;

-- every journal is whole and of one realm, and every entry belongs to one
SELECT 'entry_without_journal' AS broken, e.journal_id::text AS what FROM entries e LEFT JOIN journals j ON j.id = e.journal_id WHERE j.id IS NULL;
SELECT 'journal_is_whole' AS broken, j.id::text AS what FROM journals j LEFT JOIN entries e ON e.journal_id = j.id
GROUP BY j.id, j.lines HAVING count(e.line) <> j.lines;
SELECT 'one_realm_per_journal' AS broken, j.id::text AS what FROM journals j JOIN entries e ON e.journal_id = j.id
JOIN ledger_accounts a ON a.id = e.account_id WHERE a.realm <> j.realm;

-- what happened to an owner stands in one order: no gap, nothing twice, the version is the last number
SELECT 'owner_order' AS broken, o.id::text AS what FROM owners o LEFT JOIN journals j ON j.owner_id = o.id AND j.realm = o.realm
GROUP BY o.id, o.realm HAVING o.version <> count(j.id) OR o.version <> count(DISTINCT j.number)
  OR (o.version > 0 AND (min(j.number) <> 1 OR max(j.number) <> o.version));
SELECT 'journal_without_owner' AS broken, j.id::text AS what FROM journals j LEFT JOIN owners o ON o.id = j.owner_id AND o.realm = j.realm
WHERE o.id IS NULL;
SELECT 'one_owner_per_journal' AS broken, j.id::text AS what FROM journals j JOIN entries e ON e.journal_id = j.id
JOIN ledger_accounts a ON a.id = e.account_id WHERE a.owner_id NOT IN (0, j.owner_id);
SELECT 'user_without_owner' AS broken, coalesce(u.id, o.id)::text AS what FROM users u FULL JOIN owners o ON o.id = u.id AND o.realm = u.realm
WHERE o.id IS NULL OR (u.id IS NULL AND o.id <> 0);

-- what trading came to on an owner's newest day and on the day before is the sum of their lines of those days, and no journal is of a later day
SELECT 'day_result_is_sum_of_entries' AS broken, o.id::text AS what FROM owners o LEFT JOIN (
  SELECT j.owner_id, j.realm, j.time / 86400000 AS day,
    coalesce(sum(e.available_change + e.locked_change) FILTER (WHERE a.owner_id <> 0 AND j.reason BETWEEN 10 AND 29), 0) AS result
  FROM journals j JOIN entries e ON e.journal_id = j.id JOIN ledger_accounts a ON a.id = e.account_id GROUP BY 1, 2, 3
) d ON d.owner_id = o.id AND d.realm = o.realm GROUP BY o.id, o.realm
HAVING o.day_result <> coalesce(sum(d.result) FILTER (WHERE d.day = o.day), 0)
  OR o.result_before <> coalesce(sum(d.result) FILTER (WHERE d.day = o.day - 1), 0) OR max(d.day) > o.day;

-- a user has exactly the accounts of its kind, in its realm: who lacks one is not locked by what concerns it
SELECT 'user_has_three_accounts' AS broken, u.id::text AS what FROM users u LEFT JOIN ledger_accounts a ON a.owner_id = u.id AND a.realm = u.realm
GROUP BY u.id HAVING array_agg(a.kind::text ORDER BY a.kind::text) IS DISTINCT FROM '{change,forex,micro}'::text[];

-- who caused a journal is known: the server, or somebody
SELECT 'actor_known' AS broken, j.id::text AS what FROM journals j LEFT JOIN users u ON u.id = j.actor_id
WHERE j.actor_kind NOT BETWEEN 0 AND 2 OR (j.actor_kind = 0) <> (j.actor_id = 0) OR (j.actor_kind = 1 AND u.id IS NULL);

-- a balance is the sum of its entries
SELECT 'balance_is_sum_of_entries' AS broken, a.id::text AS what FROM ledger_accounts a LEFT JOIN entries e ON e.account_id = a.id
GROUP BY a.id HAVING a.available <> coalesce(sum(e.available_change), 0) OR a.locked <> coalesce(sum(e.locked_change), 0);

-- so is the number of its lines
SELECT 'entry_count_is_count_of_entries' AS broken, a.id::text AS what FROM ledger_accounts a LEFT JOIN entries e ON e.account_id = a.id
GROUP BY a.id HAVING a.entry_count <> count(e.account_id);

-- a transfer moves what is available from one account of its real user to another of theirs, and nothing else
SELECT 'transfer_within_one_user' AS broken, j.id::text AS what FROM journals j LEFT JOIN entries e ON e.journal_id = j.id
LEFT JOIN ledger_accounts a ON a.id = e.account_id WHERE j.reason = 120 GROUP BY j.id
HAVING j.realm <> 'live' OR j.reference <> j.owner_id OR count(a.id) FILTER (WHERE a.owner_id = j.owner_id) <> 2 OR count(*) <> 2
  OR count(DISTINCT a.kind) <> 2 OR bool_or(e.locked_change <> 0) OR bool_or(e.available_change <> round(e.available_change, 6));

-- nothing negative but the world outside
SELECT 'nothing_negative' AS broken, id::text AS what FROM ledger_accounts WHERE locked < 0 OR (available < 0 AND kind NOT IN ('external', 'external:house'))
  OR (available > 0 AND realm = 'live' AND kind IN ('external', 'external:house'));

-- a realm's accounts, the world outside included, sum to zero
SELECT 'realm_sums_to_zero' AS broken, realm::text AS what FROM ledger_accounts GROUP BY realm, currency HAVING sum(available + locked) <> 0;

-- what is locked is what open orders hold
SELECT 'locked_is_sum_of_holds' AS broken, a.id::text AS what FROM ledger_accounts a
LEFT JOIN forex_orders o ON o.user_id = a.owner_id AND o.status IN ('pending', 'open')
WHERE a.kind = 'forex' AND a.owner_id <> 0 GROUP BY a.id HAVING a.locked <> coalesce(sum(o.held), 0);
SELECT 'locked_is_sum_of_stakes' AS broken, a.id::text AS what FROM ledger_accounts a
LEFT JOIN micro_orders o ON o.user_id = a.owner_id AND o.status IN ('waiting', 'open')
WHERE a.kind = 'micro' AND a.owner_id <> 0 GROUP BY a.id HAVING a.locked <> coalesce(sum(o.stake), 0);
SELECT 'house_locked_is_sum_of_reserves' AS broken, a.id::text AS what FROM ledger_accounts a
LEFT JOIN micro_orders o ON o.realm = a.realm AND o.status IN ('waiting', 'open')
WHERE a.kind = 'micro' AND a.owner_id = 0 GROUP BY a.id HAVING a.locked <> coalesce(sum(o.reserve), 0);

-- an order, an account and their owner live in one realm
SELECT 'account_realm' AS broken, a.id::text AS what FROM ledger_accounts a LEFT JOIN users u ON u.id = a.owner_id
WHERE a.owner_id <> 0 AND u.realm IS DISTINCT FROM a.realm;
SELECT 'order_realm' AS broken, o.id::text AS what FROM forex_orders o JOIN users u ON u.id = o.user_id WHERE u.realm <> o.realm;
SELECT 'order_realm' AS broken, o.id::text AS what FROM micro_orders o JOIN users u ON u.id = o.user_id WHERE u.realm <> o.realm;

-- a removed user has nothing left: no money, no live order, no session
SELECT 'removed_user_has_nothing' AS broken, u.id::text AS what FROM users u WHERE u.removed_time IS NOT NULL AND (
  EXISTS (SELECT 1 FROM ledger_accounts a WHERE a.owner_id = u.id AND (a.available <> 0 OR a.locked <> 0))
  OR EXISTS (SELECT 1 FROM forex_orders o WHERE o.user_id = u.id AND o.status IN ('pending', 'open'))
  OR EXISTS (SELECT 1 FROM micro_orders o WHERE o.user_id = u.id AND o.status IN ('waiting', 'open'))
  OR EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = u.id AND s.revoked_time IS NULL));

-- every fill names a tick that exists
SELECT 'fill_names_a_tick' AS broken, o.id::text AS what FROM forex_orders o WHERE
  (o.open_tick IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ticks t WHERE t.log_index = o.open_tick AND t.pair_id = o.pair_id))
  OR (o.close_tick IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ticks t WHERE t.log_index = o.close_tick AND t.pair_id = o.pair_id))
  OR (o.rate_pair_id IS NOT NULL AND o.open_price IS NOT NULL AND o.open_rate_tick IS NULL)
  OR (o.rate_pair_id IS NOT NULL AND o.close_price IS NOT NULL AND o.close_rate_tick IS NULL);
SELECT 'fill_names_a_tick' AS broken, o.id::text AS what FROM micro_orders o WHERE
  (o.open_tick IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ticks t WHERE t.log_index = o.open_tick AND t.pair_id = o.pair_id))
  OR (o.end_tick IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ticks t WHERE t.log_index = o.end_tick AND t.pair_id = o.pair_id AND t.received_time <= o.expiry_time));

-- the first tick of its pair that may open an option did, within 2 s; where the stake went back, none was there; and none is passed over
SELECT 'opened_by_the_first_tick' AS broken, o.id::text AS what FROM micro_orders o
LEFT JOIN LATERAL (
  SELECT t.log_index, t.received_time, t.bid, t.ask FROM ticks t WHERE t.pair_id = o.pair_id AND t.log_index > o.armed_index
    AND (o.open_delay = 0 OR t.received_time >= o.accepted_time + o.open_delay) ORDER BY t.log_index LIMIT 1
) f ON true
WHERE o.armed_index IS NOT NULL AND ((o.open_tick IS NOT NULL AND (o.open_tick IS DISTINCT FROM f.log_index OR f.received_time > least(o.accepted_time + o.open_delay + 2000, o.expiry_time)
    OR abs(o.open_price - (f.bid + f.ask) / 2) * 2 > power(10::numeric, -o.price_precision)))
  OR (o.outcome = 'no_tick' AND f.received_time <= least(o.accepted_time + o.open_delay + 2000, o.expiry_time)));

-- a price is its tick and markup, exactly
SELECT 'price_is_tick_and_markup' AS broken, o.id::text AS what FROM forex_orders o JOIN ticks t ON t.log_index = o.open_tick
WHERE o.open_price <> CASE o.side WHEN 'buy' THEN t.ask + o.markup ELSE t.bid - o.markup END;
SELECT 'price_is_tick_and_markup' AS broken, o.id::text AS what FROM forex_orders o JOIN ticks t ON t.log_index = o.close_tick
WHERE o.close_price <> CASE o.side WHEN 'buy' THEN t.bid - o.markup ELSE t.ask + o.markup END;

-- a closed forex order moved exactly its result between user and house (protection included); less of a loss only where its user has nothing left by it
SELECT 'closed_order_moved_its_result' AS broken, o.id::text AS what FROM forex_orders o
JOIN journals j ON j.reference = o.id AND j.reason = 14
JOIN entries e ON e.journal_id = j.id JOIN ledger_accounts a ON a.id = e.account_id
CROSS JOIN LATERAL (VALUES (CASE WHEN a.owner_id = o.user_id OR a.kind = 'protection' THEN e.available_change + e.locked_change ELSE 0 END)) x (moved)
WHERE o.status = 'closed' AND o.close_reason <> 'reset'
GROUP BY o.id, o.result, o.user_id, j.number
HAVING sum(moved) < o.result OR (sum(moved) > o.result AND (o.result >= 0 OR (
  SELECT sum(e.available_change + e.locked_change) FROM journals m JOIN entries e ON e.journal_id = m.id
  JOIN ledger_accounts a ON a.id = e.account_id AND a.owner_id = m.owner_id AND a.kind = 'forex' WHERE m.owner_id = o.user_id AND m.number <= j.number) <> 0));

-- margin, fee and result are what the terms, prices and rates give (margin up, the others half-even, to 6 places)
SELECT 'margin_by_terms' AS broken, id::text AS what FROM (
  SELECT id, CASE margin_mode WHEN 1 THEN margin - quantity * cont_num
    ELSE (margin * multiple - quantity * cont_num * coalesce(target_price, open_price) * placed_rate) / multiple END AS over FROM forex_orders
) x WHERE over < 0 OR over >= 0.000001;
SELECT 'fee_by_terms' AS broken, id::text AS what FROM forex_orders
WHERE abs(fee - fee_rate * CASE fee_type WHEN 1 THEN quantity ELSE margin END) > 0.0000005;
SELECT 'result_by_terms' AS broken, id::text AS what FROM forex_orders WHERE close_price IS NOT NULL
AND abs(result - CASE side WHEN 'buy' THEN 1 ELSE -1 END * (close_price - open_price) * quantity * cont_num * close_rate) > 0.0000005;
SELECT 'result_by_terms' AS broken, id::text AS what FROM forex_orders WHERE close_price IS NULL AND result <> 0;
SELECT 'held_by_status' AS broken, id::text AS what FROM forex_orders
WHERE (status = 'pending' AND held <> margin + fee) OR (status = 'open' AND held > margin);
SELECT 'outcome_by_prices' AS broken, id::text AS what FROM micro_orders WHERE status = 'closed' AND outcome <> CASE
  WHEN end_price IS NULL THEN CASE outcome WHEN 'no_tick' THEN 'no_tick' ELSE 'void' END WHEN end_price = open_price THEN 'tie' WHEN (end_price > open_price) = (direction = 'up') THEN 'win' ELSE 'loss' END;
SELECT 'result_by_outcome' AS broken, id::text AS what FROM micro_orders WHERE status = 'closed' AND result <> CASE outcome
  WHEN 'win' THEN reserve WHEN 'loss' THEN CASE loss_level WHEN 0 THEN -stake ELSE -least(reserve, stake) END ELSE 0 END;
SELECT 'reserve_is_the_gain' AS broken, id::text AS what FROM micro_orders WHERE abs(reserve - stake * profit_ratio) > 0.005;

-- a night is what its order's terms and its rate give, taken at its own 17:00 New York, and moved what it says
SELECT 'night_by_terms' AS broken, f.order_id::text || '/' || f.night AS what FROM forex_financing f JOIN forex_orders o ON o.id = f.order_id
WHERE abs(f.amount - o.quantity * o.financing_rate * f.times * f.rate) > 0.0000005
  OR (o.rate_pair_id IS NULL AND (f.rate <> 1 OR f.rate_tick IS NOT NULL))
  OR (o.rate_pair_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM ticks t WHERE t.log_index = f.rate_tick AND t.log_index <= f.tick AND t.pair_id = o.rate_pair_id));
SELECT 'night_moved_what_it_says' AS broken, o.id::text AS what FROM forex_orders o
LEFT JOIN (SELECT order_id, sum(taken) AS taken FROM forex_financing GROUP BY order_id) f ON f.order_id = o.id
LEFT JOIN (
  SELECT j.reference, -sum(e.available_change + e.locked_change) AS moved FROM journals j JOIN entries e ON e.journal_id = j.id
  JOIN ledger_accounts a ON a.id = e.account_id WHERE j.reason = 15 AND a.owner_id <> 0 GROUP BY j.reference
) m ON m.reference = o.id
WHERE coalesce(f.taken, 0) <> coalesce(m.moved, 0);

-- one charge per order and night: every night between opening and how far the order is financed, and no other
SELECT 'every_night_once' AS broken, x.order_id::text || '/' || x.night AS what FROM (
  SELECT o.id AS order_id, n.night, CASE
      WHEN o.financing_nights = 'daily' THEN 1
      WHEN extract(isodow FROM date '1970-01-01' + n.night) > 5 THEN 0
      WHEN o.financing_nights = 'fx' AND extract(isodow FROM date '1970-01-01' + n.night) = 3 THEN 3
      ELSE 1 END AS times
  FROM forex_orders o
  CROSS JOIN LATERAL generate_series((o.open_market_time / 86400000)::int - 1, (o.financed_through / 86400000)::int + 1) AS n (night)
  CROSS JOIN LATERAL (
    SELECT (extract(epoch FROM (date '1970-01-01' + n.night + time '17:00') AT TIME ZONE 'America/New_York') * 1000)::bigint AS evening
  ) e
  WHERE o.financing_rate <> 0 AND e.evening > o.open_market_time AND e.evening <= o.financed_through
) x FULL JOIN forex_financing f ON f.order_id = x.order_id AND f.night = x.night
WHERE coalesce(x.times, 0) <> coalesce(f.times, 0);

-- a settled option moved exactly its result
SELECT 'settled_option_moved_its_result' AS broken, o.id::text AS what FROM micro_orders o
JOIN journals j ON j.reference = o.id AND j.reason IN (21, 22, 23)
JOIN entries e ON e.journal_id = j.id JOIN ledger_accounts a ON a.id = e.account_id
GROUP BY o.id, o.result
HAVING coalesce(sum(e.available_change + e.locked_change) FILTER (WHERE a.owner_id = o.user_id), 0) <> o.result;

-- an order that waited was filled once before it was open or closed, and its fee taken then
SELECT 'filled_once' AS broken, o.id::text AS what FROM forex_orders o LEFT JOIN journals j ON j.reference = o.id AND j.reason = 12
WHERE o.target_kind IS NOT NULL AND o.fee > 0 GROUP BY o.id, o.open_price HAVING count(j.id) <> count(o.open_price);

-- every order was accepted once, for exactly what it says
SELECT 'acceptance_by_terms' AS broken, o.id::text AS what FROM forex_orders o
LEFT JOIN journals j ON j.reference = o.id AND j.reason IN (10, 11)
LEFT JOIN entries e ON e.journal_id = j.id LEFT JOIN ledger_accounts a ON a.id = e.account_id AND a.owner_id = o.user_id
GROUP BY o.id, o.margin, o.fee
HAVING count(DISTINCT j.id) <> 1 OR coalesce(sum(e.available_change) FILTER (WHERE a.id IS NOT NULL), 0) <> -(o.margin + o.fee)
  OR coalesce(sum(e.locked_change) FILTER (WHERE a.id IS NOT NULL), 0) <> CASE min(j.reason) WHEN 11 THEN o.margin + o.fee ELSE o.margin END;
SELECT 'acceptance_by_terms' AS broken, o.id::text AS what FROM micro_orders o
LEFT JOIN journals j ON j.reference = o.id AND j.reason = 20
LEFT JOIN entries e ON e.journal_id = j.id LEFT JOIN ledger_accounts a ON a.id = e.account_id
GROUP BY o.id, o.user_id, o.stake, o.reserve
HAVING count(DISTINCT j.id) <> 1 OR coalesce(sum(e.locked_change) FILTER (WHERE a.owner_id = o.user_id), 0) <> o.stake
  OR coalesce(sum(e.locked_change) FILTER (WHERE a.owner_id = 0), 0) <> o.reserve
  OR coalesce(sum(e.available_change) FILTER (WHERE a.owner_id = o.user_id), 0) <> -o.stake;

-- one settlement per final order, none for an open one; a position that held nothing any more and ended at no result moved nothing, and no more did one
-- that ended at a loss when its user had nothing at all
SELECT 'one_settlement_per_order' AS broken, o.id::text AS what FROM forex_orders o
LEFT JOIN journals j ON j.reference = o.id AND j.reason IN (13, 14, 18)
GROUP BY o.id
HAVING count(j.id) > CASE WHEN o.status IN ('cancelled', 'closed') THEN 1 ELSE 0 END
  OR (count(j.id) = 0 AND (o.status = 'cancelled' OR (o.status = 'closed' AND o.result > 0)))
  OR (count(j.id) = 0 AND o.status = 'closed' AND o.result < 0 AND NOT EXISTS (
    SELECT FROM (
      SELECT m.time, sum(sum(e.available_change + e.locked_change)) OVER (ORDER BY m.number) AS has FROM journals m
      JOIN entries e ON e.journal_id = m.id JOIN ledger_accounts a ON a.id = e.account_id AND a.owner_id = m.owner_id AND a.kind = 'forex'
      WHERE m.owner_id = o.user_id GROUP BY m.number, m.time
    ) moments WHERE time <= o.close_time AND has = 0));
SELECT 'one_settlement_per_order' AS broken, o.id::text AS what FROM micro_orders o
LEFT JOIN journals j ON j.reference = o.id AND j.reason IN (21, 22, 23)
GROUP BY o.id, o.status HAVING count(j.id) <> CASE WHEN o.status = 'closed' THEN 1 ELSE 0 END;

-- the house's exposure is the sum of open positions
SELECT 'exposure_is_sum_of_positions' AS broken, realm::text || ':' || pair_id AS what FROM (
  SELECT realm, pair_id, buy_units AS bu, buy_value AS bv, sell_units AS su, sell_value AS sv FROM house_exposure
  UNION ALL
  SELECT realm, pair_id, -units, -value, 0, 0 FROM open_sides WHERE side = 'buy'
  UNION ALL
  SELECT realm, pair_id, 0, 0, -units, -value FROM open_sides WHERE side = 'sell'
) x GROUP BY realm, pair_id HAVING sum(bu) <> 0 OR sum(bv) <> 0 OR sum(su) <> 0 OR sum(sv) <> 0;

-- the ticks' log has no hole but of old ticks in tiles whose hashes are stored, and every checkpoint lies within it
SELECT 'log_has_no_hole' AS broken, size::text AS what FROM log_state
WHERE size <> coalesce((SELECT max(log_index) + 1 FROM ticks), 0);
SELECT 'growing_tile_is_whole' AS broken, s.size::text AS what FROM log_state s
WHERE (SELECT count(*) FROM ticks t WHERE t.log_index >= s.size / 256 * 256) <> s.size % 256;
SELECT 'tile_without_hashes' AS broken, n.idx::text AS what FROM log_state s CROSS JOIN LATERAL generate_series(0, s.size / 256 - 1) AS n (idx)
WHERE NOT EXISTS (SELECT 1 FROM log_tiles l WHERE l.log = 1 AND l.level = 0 AND l.idx = n.idx);
SELECT 'checkpoint_within_log' AS broken, c.size::text AS what FROM log_checkpoints c, log_state s WHERE c.log = 1 AND c.size > s.size;

-- nor has any other log a hole, and its checkpoints lie within it
SELECT 'log_has_no_hole' AS broken, h.name AS what FROM log_heads h
WHERE h.size <> (SELECT count(*) FROM log_entries e WHERE e.log = h.log AND e.idx < h.size) OR EXISTS (SELECT FROM log_entries e WHERE e.log = h.log AND e.idx >= h.size);
SELECT 'checkpoint_within_log' AS broken, h.name || ' ' || c.size AS what FROM log_checkpoints c JOIN log_heads h USING (log) WHERE c.size > h.size;

-- what belongs to a log belongs to one that is there: the ticks' (1) or one with a head
SELECT 'log_is_known' AS broken, x.log::text AS what FROM (
  SELECT log FROM log_tiles UNION SELECT log FROM log_checkpoints UNION SELECT log FROM log_keys
) x WHERE x.log <> 1 AND NOT EXISTS (SELECT FROM log_heads h WHERE h.log = x.log);

-- a real user has a standing, and nobody else; its newest row of history is what it is
SELECT 'standing_of_real_users' AS broken, coalesce(u.id, s.user_id)::text AS what
FROM (SELECT id FROM users WHERE realm = 'live') u FULL JOIN user_standing s ON s.user_id = u.id WHERE u.id IS NULL OR s.user_id IS NULL;
SELECT 'standing_is_its_newest_history' AS broken, s.user_id::text AS what FROM user_standing s
WHERE to_jsonb(s) IS DISTINCT FROM (SELECT h.standing FROM standing_history h WHERE h.user_id = s.user_id ORDER BY h.id DESC LIMIT 1);

-- nothing of a user waits behind a freeze of their orders
SELECT 'nothing_waits_behind_a_freeze' AS broken, o.id::text AS what FROM forex_orders o JOIN user_standing s USING (user_id)
WHERE o.status = 'pending' AND s.locks & 2 <> 0 AND coalesce((s.freezes -> 'orders' ->> 'until')::bigint, 9223372036854775807) > database_ms();

-- what is held of users' money that no product uses is what they asked to withdraw and nobody has let go yet, and what funds hold; what was let go and is not
-- paid is in clearing
SELECT 'held_is_what_waits_to_leave' AS broken, coalesce(a.owner_id, w.user_id)::text AS what
FROM (SELECT owner_id, locked FROM ledger_accounts WHERE kind = 'change' AND locked <> 0) a
FULL JOIN (SELECT user_id, sum(number) AS number FROM (
  SELECT user_id, number FROM withdrawals WHERE status = 'waiting'
  UNION ALL SELECT user_id, amount FROM fund_subscriptions WHERE status IN ('running', 'refunding')) h GROUP BY user_id) w ON w.user_id = a.owner_id
WHERE a.locked IS DISTINCT FROM w.number;
SELECT 'clearing_is_what_was_let_go' AS broken, a.available::text AS what FROM ledger_accounts a
WHERE a.owner_id = 0 AND a.realm = 'live' AND a.kind = 'clearing:withdrawal'
  AND a.available <> (SELECT coalesce(sum(number), 0) FROM withdrawals WHERE status = 'approved');

-- each withdrawal has the journals of its state and no other, each of its own amount, and the approvals that it needed
SELECT 'journals_of_withdrawal' AS broken, w.id::text AS what FROM withdrawals w
LEFT JOIN journals j ON j.reference = w.id AND j.reason BETWEEN 110 AND 115
GROUP BY w.id HAVING coalesce(array_agg(j.reason::int ORDER BY j.reason) FILTER (WHERE j.id IS NOT NULL), '{}') <> CASE
  WHEN w.status = 'waiting' THEN ARRAY[110]
  WHEN w.status = 'approved' THEN ARRAY[110, 111]
  WHEN w.status = 'paid' THEN ARRAY[110, 111, 112]
  WHEN w.status = 'cancelled' THEN ARRAY[110, 114]
  WHEN w.approved_time IS NULL THEN ARRAY[110, 113]
  ELSE ARRAY[110, 111, 115] END;
SELECT 'amount_of_withdrawal' AS broken, w.id::text AS what FROM withdrawals w
JOIN journals j ON j.reference = w.id AND j.reason BETWEEN 110 AND 115
JOIN entries e ON e.journal_id = j.id
WHERE abs(e.available_change) NOT IN (0, w.number, w.fee, w.number - w.fee) OR abs(e.locked_change) NOT IN (0, w.number);
SELECT 'approvals_of_withdrawal' AS broken, w.id::text AS what FROM withdrawals w
WHERE w.approved_time IS NOT NULL AND (SELECT count(*) FROM withdrawal_approvals a WHERE a.withdrawal_id = w.id) < w.approvals_needed;

-- what was paid is what its own terms and rate give: the fee half-even to cents, what is received rounded down to the currency's places
SELECT 'fee_by_terms' AS broken, id::text AS what FROM withdrawals
WHERE abs(fee - CASE fee_type WHEN 1 THEN draw_rate ELSE number * draw_rate / 100 END) > 0.005;
SELECT 'received_by_its_rate' AS broken, id::text AS what FROM withdrawals WHERE real_number <> trunc((number - fee) * usd_price, places);

-- whoever pays what takes two has not approved it, and what comes back after its approval is said by two who did
SELECT 'payer_has_not_approved' AS broken, w.id::text AS what FROM withdrawals w
JOIN withdrawal_approvals a ON a.withdrawal_id = w.id AND a.staff_id = coalesce(w.paid_by, w.claimed_by) WHERE w.approvals_needed = 2;
SELECT 'returned_by_two' AS broken, w.id::text AS what FROM withdrawals w
WHERE w.status = 'rejected' AND w.approved_time IS NOT NULL AND (w.nothing_sent_by IS NULL OR w.nothing_sent_by = w.ended_by);

-- a pause of withdrawals has its proof, and no proof says that it holds where the pool was short for a day or the books disagreed
SELECT 'proof_says_what_it_found' AS broken, p.id::text AS what FROM client_money_proofs p
WHERE (p.broken <> '' OR p.time - p.short_since >= 86400000 OR p.users + p.withdrawals + p.receipts - p.held > greatest(p.house, 0)) <> p.paused;

-- each credited deposit has its one journal of what was credited, its receipt says the same of what came, and the rate makes the one out of the other
SELECT 'journals_of_deposit' AS broken, d.id::text AS what FROM deposits d
LEFT JOIN journals j ON j.reference = d.id AND j.reason IN (100, 103)
LEFT JOIN entries e ON e.journal_id = j.id
LEFT JOIN ledger_accounts a ON a.id = e.account_id AND a.owner_id = d.user_id AND a.kind = 'change'
GROUP BY d.id HAVING coalesce(sum(e.available_change) FILTER (WHERE a.id IS NOT NULL), 0) <> coalesce(d.credited, 0)
  OR count(DISTINCT j.id) <> CASE WHEN d.status IN ('credited', 'reversed') THEN 1 ELSE 0 END;
SELECT 'journal_of_reversal' AS broken, d.id::text AS what FROM deposits d
LEFT JOIN journals j ON j.reference = d.id AND j.reason = 101
LEFT JOIN entries e ON e.journal_id = j.id
LEFT JOIN ledger_accounts a ON a.id = e.account_id AND a.owner_id = 0 AND a.kind = 'external'
GROUP BY d.id HAVING coalesce(sum(e.available_change) FILTER (WHERE a.id IS NOT NULL), 0) <> CASE WHEN d.status = 'reversed' THEN d.credited ELSE 0 END;
SELECT 'journal_of_credit' AS broken, d.id::text AS what FROM deposits d JOIN journals j ON j.reference = d.id AND j.reason IN (100, 103)
WHERE (j.reason = 103) <> EXISTS (SELECT FROM journals b WHERE b.reference = d.receipt_id AND b.reason = 102);
SELECT 'journals_of_receipt' AS broken, r.id::text AS what FROM receipts r
LEFT JOIN journals b ON b.reference = r.id AND b.reason = 102
LEFT JOIN journals s ON s.reference = r.id AND s.reason = 104
WHERE (r.state <> 'matched' AND b.id IS NULL) OR (r.state = 'returned') <> (s.id IS NOT NULL);
SELECT 'amount_of_receipt' AS broken, r.id::text AS what FROM receipts r
JOIN journals j ON j.reference = r.id AND j.reason IN (102, 104) JOIN entries e ON e.journal_id = j.id
WHERE abs(e.available_change) <> r.booked;
SELECT 'receipt_of_deposit' AS broken, d.id::text AS what FROM deposits d LEFT JOIN receipts r ON r.id = d.receipt_id
WHERE d.status IN ('credited', 'reversed') AND (r.id IS NULL OR r.state <> 'matched' OR r.currency <> d.currency OR r.amount <> d.credited_number);
SELECT 'receipt_of_one' AS broken, r.id::text AS what FROM receipts r
WHERE r.state = 'matched' AND (SELECT count(*) FROM deposits d WHERE d.receipt_id = r.id)
  + (SELECT count(*) FROM withdrawals w WHERE w.back_receipt_id = r.id) <> 1;

-- a payment that came back has its one journal, of what its receipt counts as, and came in the currency of what was paid and not beyond it
SELECT 'journal_of_payment_back' AS broken, w.id::text AS what FROM withdrawals w
LEFT JOIN receipts r ON r.id = w.back_receipt_id
LEFT JOIN journals j ON j.reference = w.back_receipt_id AND j.reason = 116
LEFT JOIN entries e ON e.journal_id = j.id
LEFT JOIN ledger_accounts a ON a.id = e.account_id AND a.owner_id = w.user_id AND a.kind = 'change'
WHERE w.back_receipt_id IS NOT NULL
GROUP BY w.id, r.id HAVING coalesce(sum(e.available_change) FILTER (WHERE a.id IS NOT NULL), 0) <> w.back_credited
  OR r.state <> 'matched' OR r.booked <> w.back_credited OR r.currency <> w.currency OR r.amount > w.real_number;
SELECT 'payment_back_without_withdrawal' AS broken, j.id::text AS what FROM journals j
WHERE j.reason = 116 AND NOT EXISTS (SELECT FROM withdrawals w WHERE w.back_receipt_id = j.reference);
SELECT 'credited_by_its_rate' AS broken, d.id::text AS what FROM deposits d
WHERE d.status IN ('credited', 'reversed') AND abs(d.credited - d.credited_number / d.rate) > 0.005;
SELECT 'clearing_is_what_nobody_has' AS broken, a.available::text AS what FROM ledger_accounts a
WHERE a.owner_id = 0 AND a.realm = 'live' AND a.kind = 'clearing:deposit'
  AND a.available <> (SELECT coalesce(sum(booked), 0) FROM receipts WHERE state IN ('free', 'returning'));

-- what the house has set aside for funds is the interest that they have promised and not paid
SELECT 'set_aside_is_what_is_promised' AS broken, a.realm::text AS what FROM ledger_accounts a
LEFT JOIN fund_subscriptions s ON s.realm = a.realm AND s.status IN ('running', 'refunding')
WHERE a.owner_id = 0 AND a.kind = 'fund' GROUP BY a.id HAVING a.locked <> coalesce(sum(s.day_profit * (s.days - s.paid_days)), 0);

-- each subscription is what its terms give (half-even to 4 places), has paid each of its days once, and has the journals of its state and no other
SELECT 'fund_by_terms' AS broken, id::text AS what FROM fund_subscriptions
WHERE abs(day_profit - amount * percent / 100) > 0.00005 OR abs(penalty - amount * damages / 100) > 0.00005;
SELECT 'fund_days' AS broken, s.id::text AS what FROM fund_subscriptions s LEFT JOIN fund_income i ON i.sub_id = s.id
GROUP BY s.id HAVING count(i.day) <> s.paid_days OR coalesce(min(i.day), 1) <> 1 OR coalesce(max(i.day), 0) <> s.paid_days
  OR bool_or(i.amount <> s.day_profit OR i.due_time <> s.sub_time + i.day * 86400000::bigint OR i.paid_time < i.due_time);
SELECT 'fund_day_of_journal' AS broken, i.sub_id::text || '/' || i.day AS what FROM fund_income i JOIN fund_subscriptions s ON s.id = i.sub_id
LEFT JOIN journals j ON j.owner_id = s.user_id AND j.realm = s.realm AND j.number = i.journal
WHERE (j.reason, j.reference, j.time) IS DISTINCT FROM (51::smallint, i.sub_id, i.paid_time);
SELECT 'fund_begins_when_bought' AS broken, s.id::text AS what FROM fund_subscriptions s JOIN journals j ON j.reference = s.id AND j.reason = 50
WHERE j.time <> s.sub_time;
SELECT 'journals_of_fund' AS broken, s.id::text AS what FROM fund_subscriptions s LEFT JOIN journals j ON j.reference = s.id AND j.reason BETWEEN 50 AND 54
GROUP BY s.id HAVING array_agg(j.reason::int ORDER BY j.reason) FILTER (WHERE j.reason <> 51) IS DISTINCT FROM CASE s.status
    WHEN 'finished' THEN ARRAY[50, 52] WHEN 'refunded' THEN ARRAY[50, 53] WHEN 'reset' THEN ARRAY[50, 54] ELSE ARRAY[50] END
  OR count(j.id) FILTER (WHERE j.reason = 51) <> s.paid_days;

-- every journal has its cause (migration 0051): a type that may have its lines, and a row that it is of, its owner's
SELECT 'journal_lines' AS broken, j.id::text AS what FROM journals j LEFT JOIN journal_types t ON t.reason = j.reason
WHERE t.reason IS NULL OR t.realm <> j.realm OR t.cause = 'none'
UNION SELECT 'journal_lines', j.id::text FROM journals j JOIN entries e ON e.journal_id = j.id JOIN ledger_accounts a ON a.id = e.account_id
LEFT JOIN journal_lines l ON l.reason = j.reason AND l.kind = a.kind AND l.owner = CASE a.owner_id WHEN 0 THEN 'house' ELSE 'user' END
WHERE l.reason IS NULL
  OR CASE l.available WHEN '+' THEN e.available_change < 0 WHEN '-' THEN e.available_change > 0 WHEN '0' THEN e.available_change <> 0 ELSE false END
  OR CASE l.locked WHEN '+' THEN e.locked_change < 0 WHEN '-' THEN e.locked_change > 0 WHEN '0' THEN e.locked_change <> 0 ELSE false END;
SELECT 'journal_has_cause' AS broken, j.id::text AS what FROM journals j
LEFT JOIN forex_orders o ON o.id = j.reference AND o.user_id = j.owner_id AND o.realm = j.realm
LEFT JOIN micro_orders m ON m.id = j.reference AND m.user_id = j.owner_id AND m.realm = j.realm
LEFT JOIN users u ON u.id = j.owner_id AND u.realm = j.realm
LEFT JOIN deposits d ON d.id = j.reference LEFT JOIN receipts r ON r.id = j.reference LEFT JOIN withdrawals w ON w.id = j.reference
LEFT JOIN proposals p ON p.id = j.reference AND p.state = 'accepted'
WHERE CASE
  WHEN j.reason IN (1, 2, 4, 120) THEN u.id IS NOT NULL AND j.reference = j.owner_id
  WHEN j.reason = 3 AND j.owner_id <> 0 THEN o.close_reason IS NOT NULL OR EXISTS (SELECT FROM forex_financing f WHERE f.order_id = o.id AND f.taken < 0)
  WHEN j.reason = 3 AND j.realm = 'demo' THEN j.number = 1 OR (j.id = 2 AND j.idempotency_key = 'seed:demo-fund')
  WHEN j.reason IN (3, 131, 132, 134, 135) THEN p.kind = 'house_move'
  WHEN j.reason = 130 THEN p.kind = 'correction' AND p.subject_id = j.owner_id::text
  -- Each at the moment that its order says of it.
  WHEN j.reason IN (10, 11) THEN j.time = o.created_time
  WHEN j.reason = 12 THEN j.time = o.open_time
  WHEN j.reason IN (13, 18) THEN j.time = o.cancelled_time
  WHEN j.reason = 14 THEN j.time = o.close_time
  WHEN j.reason = 15 THEN EXISTS (SELECT FROM forex_financing f WHERE f.order_id = o.id AND f.time = j.time)
  WHEN j.reason = 20 THEN j.time = m.accepted_time
  WHEN j.reason IN (21, 22, 23) THEN j.time = m.closed_time
  WHEN j.reason IN (100, 103) THEN d.user_id = j.owner_id
  WHEN j.reason = 101 THEN d.user_id = j.owner_id OR j.owner_id = 0
  WHEN j.reason IN (102, 104) THEN r.id IS NOT NULL AND j.owner_id = 0
  WHEN j.reason = 116 THEN r.id IS NOT NULL
  WHEN j.reason BETWEEN 110 AND 115 THEN w.user_id = j.owner_id
  WHEN j.reason IN (30, 31) THEN EXISTS (SELECT FROM copy_steps s WHERE s.id = j.reference AND s.order_id IS NOT NULL AND s.user_id = j.owner_id
    AND s.step_time = j.time AND (s.moved > 0) = (j.reason = 30))
  WHEN j.reason = 32 THEN EXISTS (SELECT FROM copy_steps s WHERE s.id = j.reference AND s.order_id IS NULL AND s.trader_id = j.owner_id AND s.step_time = j.time)
  WHEN j.reason = 40 THEN EXISTS (SELECT FROM loans l WHERE l.id = j.reference AND l.user_id = j.owner_id AND l.decided_time = j.time)
  WHEN j.reason = 41 THEN EXISTS (SELECT FROM loans l WHERE l.id = j.reference AND l.user_id = j.owner_id AND l.repaid_time = j.time)
  WHEN j.reason BETWEEN 50 AND 54 THEN EXISTS (SELECT FROM fund_subscriptions s WHERE s.id = j.reference AND s.user_id = j.owner_id AND s.realm = j.realm)
  ELSE false END IS NOT TRUE;

-- what two people agreed on was done once, and is what was done
SELECT 'done_as_agreed' AS broken, p.id::text AS what FROM proposals p
CROSS JOIN LATERAL (SELECT p.payload::jsonb -> 'body' AS body) b
LEFT JOIN journals j ON j.reference = p.id AND (j.reason IN (130, 131, 132, 134, 135) OR (j.reason = 3 AND j.owner_id = 0 AND j.realm = 'live'))
LEFT JOIN entries e ON e.journal_id = j.id LEFT JOIN ledger_accounts a ON a.id = e.account_id
WHERE p.kind IN ('house_move', 'correction') AND p.state = 'accepted'
GROUP BY p.id, p.kind, b.body HAVING count(DISTINCT j.id) <> 1 OR coalesce(sum(e.available_change) FILTER (WHERE e.available_change > 0), 0) <> abs((b.body ->> 'amount')::numeric)
  OR min(j.reason) <> CASE WHEN p.kind = 'correction' THEN 130 ELSE CASE b.body ->> 'move' WHEN 'capital_in' THEN 131 WHEN 'capital_out' THEN 132
    WHEN 'settle_to_clients' THEN 134 WHEN 'settle_to_house' THEN 134 WHEN 'fees_taken' THEN 135 ELSE 3 END END
  OR coalesce(sum(e.available_change) FILTER (WHERE a.kind = CASE WHEN p.kind = 'correction' THEN 'change' ELSE CASE b.body ->> 'move'
    WHEN 'settle_to_clients' THEN 'external:house' WHEN 'settle_to_house' THEN 'external' WHEN 'assign' THEN b.body ->> 'account'
    WHEN 'capital_out' THEN 'external:house' ELSE 'capital' END END), 0) <> (b.body ->> 'amount')::numeric;

-- a fee that waited is taken as it was agreed, and what stands for a gain in trading is no more than went to the user
SELECT 'fee_of_fill' AS broken, o.id::text AS what FROM forex_orders o JOIN journals j ON j.reference = o.id AND j.reason = 12 JOIN entries e ON e.journal_id = j.id
WHERE o.fee NOT IN (e.available_change, -e.locked_change);
SELECT 'filled_for_a_gain' AS broken, j.reference::text AS what FROM journals j JOIN entries e ON e.journal_id = j.id
JOIN ledger_accounts a ON a.id = e.account_id AND a.owner_id = 0 AND a.kind = 'trading'
WHERE j.reason IN (3, 14, 15) AND j.owner_id <> 0 GROUP BY j.reference
HAVING coalesce(sum(e.available_change) FILTER (WHERE j.reason = 3), 0) > coalesce(-sum(e.available_change) FILTER (WHERE j.reason IN (14, 15) AND e.available_change < 0), 0);

-- a demo account begins with its start and is reset to it, and who is removed leaves nothing
SELECT 'demo_start' AS broken, x.id::text AS what FROM (
  SELECT j.id, j.reason, a.kind, (
    SELECT coalesce(sum(e.available_change + e.locked_change), 0) FROM journals m JOIN entries e ON e.journal_id = m.id AND e.account_id = a.id
    WHERE m.owner_id = j.owner_id AND m.realm = j.realm AND m.number <= j.number) AS has
  FROM journals j JOIN ledger_accounts a ON a.owner_id = j.owner_id AND a.realm = j.realm WHERE j.reason IN (1, 2, 4)
) x WHERE x.has <> CASE x.reason WHEN 4 THEN 0 ELSE demo_start(x.kind) END;

-- the house has one account of each kind in each realm, in the one currency that there is
SELECT 'house_accounts' AS broken, coalesce(x.realm::text, '') AS what FROM (SELECT realm, count(*) AS n, count(DISTINCT kind) AS kinds FROM ledger_accounts
  WHERE owner_id = 0 GROUP BY realm) x WHERE x.n <> x.kinds;
SELECT 'one_currency' AS broken, id::text AS what FROM ledger_accounts WHERE currency <> 'USD';

-- an option ends so many seconds after its acceptance
SELECT 'expiry_by_seconds' AS broken, id::text AS what FROM micro_orders WHERE expiry_time <> accepted_time + seconds * 1000;

-- triggers are decided and time has passed within what the log has
SELECT 'log_within_its_ticks' AS broken, size::text AS what FROM log_state WHERE evaluated_through >= size OR passed_time > greatest(database_ms(), last_received_time) + 3600000;

-- each order since there is a log of acceptances was accepted once, by its own user, and ended by its user's wish where it says so and nowhere else
SELECT 'placed_once' AS broken, o.id::text AS what FROM (
  SELECT id, user_id, realm, created_time AS time, 'forex' AS family FROM forex_orders
  UNION ALL SELECT id, user_id, realm, accepted_time, 'micro' FROM micro_orders) o
LEFT JOIN acceptances a ON a.order_id = o.id AND a.kind = 'placed'
WHERE o.id > (SELECT newest_order FROM acceptances_since)
  AND (a.user_id, a.realm, a.family, a.time) IS DISTINCT FROM (o.user_id, o.realm, o.family, o.time);
SELECT 'accepted_order' AS broken, a.id::text AS what FROM acceptances a
WHERE NOT EXISTS (SELECT FROM forex_orders o WHERE a.family = 'forex' AND o.id = a.order_id AND o.user_id = a.user_id AND o.realm = a.realm)
  AND NOT EXISTS (SELECT FROM micro_orders o WHERE a.family = 'micro' AND o.id = a.order_id AND o.user_id = a.user_id AND o.realm = a.realm);
SELECT 'ended_as_asked' AS broken, o.id::text AS what FROM forex_orders o
LEFT JOIN acceptances a ON a.order_id = o.id AND a.kind IN ('close', 'cancel', 'reset')
WHERE (a.kind = 'close') IS DISTINCT FROM (o.close_reason IN ('user', 'trader')) AND (a.kind = 'close' OR o.close_reason IN ('user', 'trader') AND o.id > (SELECT newest_order FROM acceptances_since))
  OR a.kind IS NOT NULL AND coalesce(o.close_time, o.cancelled_time) IS DISTINCT FROM a.time;
-- an option waits from the place that its acceptance saw, and an order's stops are those that its user set last
SELECT 'armed_as_accepted' AS broken, o.id::text AS what FROM micro_orders o JOIN acceptances a ON a.order_id = o.id AND a.kind = 'placed'
WHERE o.armed_index IS DISTINCT FROM a.tick;
SELECT 'stops_as_accepted' AS broken, o.id::text AS what FROM forex_orders o
JOIN LATERAL (
  SELECT a.contents::jsonb AS contents FROM acceptances a WHERE a.order_id = o.id AND a.kind IN ('placed', 'stops') ORDER BY a.id DESC LIMIT 1
) a ON true
WHERE o.stop_loss <> (a.contents ->> 'TargetLossPrice')::numeric OR o.take_profit <> (a.contents ->> 'TargetProfitPrice')::numeric;

-- a trader stands where their newest application does, and one account of a person leads at a time
SELECT 'trader_as_applied' AS broken, t.user_id::text AS what FROM traders t
LEFT JOIN LATERAL (SELECT a.status FROM trader_applications a WHERE a.user_id = t.user_id ORDER BY a.id DESC LIMIT 1) n ON true
WHERE coalesce(n.status, CASE WHEN t.status = 5 THEN 5 ELSE 0 END) <> t.status AND NOT (t.status = 5 AND n.status = 3);
SELECT 'one_record_a_person' AS broken, person_key::text AS what FROM traders WHERE status IN (1, 2, 4) GROUP BY person_key HAVING count(*) > 1;

-- what a loan's row says is what moved: its principal out once and only of one that was paid out, and back once with interest and penalty
SELECT 'loan_paid_out_once' AS broken, l.id::text AS what FROM loans l LEFT JOIN journals j ON j.reference = l.id AND j.reason = 40
GROUP BY l.id, l.status HAVING count(j.id) <> CASE WHEN l.status IN (2, 4, 5) THEN 1 ELSE 0 END;
SELECT 'loan_repaid_once' AS broken, l.id::text AS what FROM loans l LEFT JOIN journals j ON j.reference = l.id AND j.reason = 41
LEFT JOIN entries e ON e.journal_id = j.id LEFT JOIN ledger_accounts a ON a.id = e.account_id AND a.owner_id <> 0
GROUP BY l.id HAVING count(DISTINCT j.id) <> CASE WHEN l.status = 5 THEN 1 ELSE 0 END
  OR coalesce(sum(e.available_change) FILTER (WHERE a.id IS NOT NULL), 0) <> CASE WHEN l.status = 5 THEN -(l.amount + l.interest + l.penalty) ELSE 0 END;
SELECT 'loan_journal_without_loan' AS broken, j.id::text AS what FROM journals j LEFT JOIN loans l ON l.id = j.reference AND l.user_id = j.owner_id
WHERE j.reason IN (40, 41) AND l.id IS NULL;
-- what the house can lend and what is out is what was moved into lending
SELECT 'loan_pool' AS broken, a.id::text AS what FROM ledger_accounts a
WHERE a.kind = 'loan' AND a.owner_id = 0 AND a.realm = 'live' AND a.available + (SELECT coalesce(sum(l.amount), 0) FROM loans l WHERE l.status IN (2, 4))
  <> (SELECT coalesce(sum(e.available_change), 0) FROM entries e JOIN journals j ON j.id = e.journal_id WHERE e.account_id = a.id AND j.reason = 3);
SELECT 'one_loan_a_user' AS broken, user_id::text AS what FROM loans WHERE status IN (1, 2, 4) GROUP BY user_id HAVING count(*) > 1;
SELECT 'one_loan_a_person' AS broken, person_key::text AS what FROM loans WHERE status IN (1, 2, 4) GROUP BY person_key HAVING count(*) > 1;
-- what was paid beside the principal is what the terms give (migration 0083)
SELECT 'loan_by_terms' AS broken, l.id::text AS what FROM loans l WHERE l.status = 5 AND loan_by_terms(l) IS NOT TRUE;
-- a repayment is checked for as long as the deposit waits that its user sent for it, and counts from when that was sent
SELECT 'loan_checked_by_its_deposit' AS broken, l.id::text AS what FROM loans l WHERE (l.status = 4) <> EXISTS (SELECT FROM deposits d
  WHERE d.repays = l.id AND d.user_id = l.user_id AND d.status = 'unchecked' AND (l.proof_time IS NULL OR d.submitted_time = l.proof_time));
SELECT 'loan_repaid_by_its_deposit' AS broken, l.id::text AS what FROM loans l WHERE l.status = 5 AND l.proof_time IS NOT NULL AND NOT EXISTS (SELECT FROM deposits d
  WHERE d.repays = l.id AND d.user_id = l.user_id AND d.status IN ('credited', 'reversed') AND d.submitted_time = l.proof_time AND d.decided_time = l.repaid_time);
-- each loan has what was signed, and the terms there are its terms
SELECT 'loan_is_signed' AS broken, l.id::text AS what FROM loans l LEFT JOIN loan_agreements g ON g.loan_id = l.id
WHERE g.loan_id IS NULL OR (g.evidence::jsonb ->> 'loan')::bigint <> l.id OR (g.evidence::jsonb #>> '{terms,amount}')::numeric <> l.amount
  OR (g.evidence::jsonb #>> '{terms,freePeriod}')::int <> l.free_period OR (g.evidence::jsonb #>> '{terms,penaltyRate}')::int <> l.penalty_rate
  OR (g.evidence::jsonb #>> '{terms,interestRate}')::int <> l.interest_rate OR (g.evidence::jsonb #>> '{terms,period}')::int <> l.period
  OR g.evidence::jsonb ->> 'agreement' <> encode(g.hash, 'hex');
-- who was accepted as a borrower is verified
SELECT 'loan_to_whom_is_known' AS broken, l.id::text AS what FROM loans l
WHERE NOT EXISTS (SELECT FROM loan_persons p WHERE p.user_id = l.user_id AND p.status = 2);

-- what is set aside of copies' gains is what waits for traders, and each mark is where its steps led
SELECT 'share_is_what_waits' AS broken, a.available::text AS what FROM ledger_accounts a
WHERE a.owner_id = 0 AND a.realm = 'live' AND a.kind = 'clearing:share' AND a.available <> (SELECT coalesce(sum(accrued), 0) FROM copy_marks);
SELECT 'mark_by_steps' AS broken, m.user_id || '/' || m.trader_id AS what FROM copy_marks m
LEFT JOIN copy_steps s ON s.user_id = m.user_id AND s.trader_id = m.trader_id AND s.number = m.steps
WHERE (m.cumulative, m.high_water, m.accrued) IS DISTINCT FROM (coalesce(s.cumulative, 0), coalesce(s.high_water, 0), coalesce(s.accrued, 0))
  OR m.steps <> (SELECT count(*) FROM copy_steps x WHERE x.user_id = m.user_id AND x.trader_id = m.trader_id)
  OR m.paid <> (SELECT coalesce(-sum(x.moved), 0) FROM copy_steps x WHERE x.user_id = m.user_id AND x.trader_id = m.trader_id AND x.order_id IS NULL);
-- every closed copy moved its mark once
SELECT 'step_per_closed_copy' AS broken, o.id::text AS what FROM forex_orders o LEFT JOIN copy_steps s ON s.order_id = o.id
WHERE o.follow_id IS NOT NULL AND o.realm = 'live' AND (o.status = 'closed') <> (s.id IS NOT NULL);
SELECT 'relation_by_copies' AS broken, f.id::text AS what FROM follows f
LEFT JOIN (SELECT o.follow_id, count(*) AS closed, sum(o.result - o.fee - coalesce(n.taken, 0)) AS net, sum(o.margin) AS margin FROM forex_orders o
  LEFT JOIN (SELECT order_id, sum(taken) AS taken FROM forex_financing GROUP BY order_id) n ON n.order_id = o.id
  WHERE o.follow_id IS NOT NULL AND o.status = 'closed' AND o.close_reason <> 'reset' GROUP BY o.follow_id) c ON c.follow_id = f.id
WHERE (f.closed_num, f.closed_net, f.closed_margin) IS DISTINCT FROM (coalesce(c.closed, 0)::int, coalesce(c.net, 0), coalesce(c.margin, 0));
-- who follows is counted, and events have no gap
SELECT 'followers_counted' AS broken, t.trader_id::text AS what FROM trader_following t
WHERE t.followers <> (SELECT count(*) FROM follows f WHERE f.trader_id = t.trader_id AND f.ended_time IS NULL)
  OR t.live_followers <> (SELECT count(*) FROM follows f WHERE f.trader_id = t.trader_id AND f.ended_time IS NULL AND f.realm = 'live')
  OR t.last_event <> (SELECT count(*) FROM copy_events e WHERE e.trader_id = t.trader_id);
-- a copy is of its origin: side, pair, tick, price and time
SELECT 'copy_of_its_origin' AS broken, c.id::text AS what FROM forex_orders c JOIN forex_orders o ON o.id = c.origin_id JOIN follows f ON f.id = c.follow_id
WHERE (c.pair_id, c.side, c.open_tick, c.open_price, c.open_rate, c.open_time, c.user_id, o.user_id)
  IS DISTINCT FROM (o.pair_id, o.side, o.open_tick, o.open_price, o.open_rate, o.open_time, f.user_id, f.trader_id);
-- nobody was both copied and skipped
SELECT 'copied_or_skipped' AS broken, s.order_id || '/' || s.follow_id AS what FROM copy_skips s
JOIN forex_orders o ON o.origin_id = s.order_id AND o.follow_id = s.follow_id;
-- an event that is done has left nobody: who followed was copied or skipped, and each open copy has ended with its order and has its newest stops
SELECT 'opening_reached_all' AS broken, e.id || '/' || f.id AS what FROM copy_events e
JOIN follows f ON f.trader_id = e.trader_id AND f.began_event < e.number AND (f.ended_event IS NULL OR f.ended_event >= e.number)
LEFT JOIN forex_orders c ON c.origin_id = e.order_id AND c.follow_id = f.id LEFT JOIN copy_skips s ON s.follow_id = f.id AND s.order_id = e.order_id
WHERE e.kind = 'open' AND e.done AND c.id IS NULL AND s.order_id IS NULL;
SELECT 'event_reached_copy' AS broken, e.id || '/' || c.id AS what FROM forex_orders c
JOIN follows f ON f.id = c.follow_id JOIN copy_events e ON e.order_id = c.origin_id AND (f.ended_event IS NULL OR f.ended_event >= e.number)
WHERE c.status = 'open' AND e.done AND CASE e.kind WHEN 'open' THEN false WHEN 'close' THEN true
  ELSE c.armed_index <= e.place AND (c.stop_loss, c.take_profit) <> (e.stop_loss, e.take_profit)
    AND NOT EXISTS (SELECT FROM copy_events l WHERE l.order_id = e.order_id AND l.kind = 'stops' AND l.number > e.number) END;
