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

-- a user has exactly the accounts of its kind, in its realm: who lacks one is not locked by what concerns it
SELECT 'user_has_three_accounts' AS broken, u.id::text AS what FROM users u LEFT JOIN ledger_accounts a ON a.owner_id = u.id AND a.realm = u.realm
GROUP BY u.id HAVING array_agg(a.kind::text ORDER BY a.kind::text) IS DISTINCT FROM '{change,forex,micro}'::text[];

-- who caused a journal is known: the server, or somebody
SELECT 'actor_known' AS broken, j.id::text AS what FROM journals j LEFT JOIN users u ON u.id = j.actor_id
WHERE j.actor_kind NOT BETWEEN 0 AND 2 OR (j.actor_kind = 0) <> (j.actor_id = 0) OR (j.actor_kind = 1 AND u.id IS NULL);

-- a balance is the sum of its entries
SELECT 'balance_is_sum_of_entries' AS broken, a.id::text AS what FROM ledger_accounts a LEFT JOIN entries e ON e.account_id = a.id
GROUP BY a.id HAVING a.available <> coalesce(sum(e.available_change), 0) OR a.locked <> coalesce(sum(e.locked_change), 0);

-- nothing negative but the world outside
SELECT 'nothing_negative' AS broken, id::text AS what FROM ledger_accounts WHERE locked < 0 OR (available < 0 AND kind <> 'external');

-- a realm's accounts, the world outside included, sum to zero
SELECT 'realm_sums_to_zero' AS broken, realm::text AS what FROM ledger_accounts GROUP BY realm, currency HAVING sum(available + locked) <> 0;

-- what is locked is what open orders hold
SELECT 'locked_is_sum_of_holds' AS broken, a.id::text AS what FROM ledger_accounts a
LEFT JOIN forex_orders o ON o.user_id = a.owner_id AND o.status IN ('pending', 'open')
WHERE a.kind = 'forex' AND a.owner_id <> 0 GROUP BY a.id HAVING a.locked <> coalesce(sum(o.held), 0);
SELECT 'locked_is_sum_of_stakes' AS broken, a.id::text AS what FROM ledger_accounts a
LEFT JOIN micro_orders o ON o.user_id = a.owner_id AND o.status = 'open'
WHERE a.kind = 'micro' AND a.owner_id <> 0 GROUP BY a.id HAVING a.locked <> coalesce(sum(o.stake), 0);
SELECT 'house_locked_is_sum_of_reserves' AS broken, a.id::text AS what FROM ledger_accounts a
LEFT JOIN micro_orders o ON o.realm = a.realm AND o.status = 'open'
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
  OR EXISTS (SELECT 1 FROM micro_orders o WHERE o.user_id = u.id AND o.status = 'open')
  OR EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = u.id AND s.revoked_time IS NULL));

-- every fill names a tick that exists
SELECT 'fill_names_a_tick' AS broken, o.id::text AS what FROM forex_orders o WHERE
  (o.open_tick IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ticks t WHERE t.log_index = o.open_tick AND t.pair_id = o.pair_id))
  OR (o.close_tick IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ticks t WHERE t.log_index = o.close_tick AND t.pair_id = o.pair_id))
  OR (o.rate_pair_id IS NOT NULL AND o.open_price IS NOT NULL AND o.open_rate_tick IS NULL)
  OR (o.rate_pair_id IS NOT NULL AND o.close_price IS NOT NULL AND o.close_rate_tick IS NULL);
SELECT 'fill_names_a_tick' AS broken, o.id::text AS what FROM micro_orders o WHERE
  NOT EXISTS (SELECT 1 FROM ticks t WHERE t.log_index = o.open_tick AND t.pair_id = o.pair_id)
  OR (o.end_tick IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ticks t WHERE t.log_index = o.end_tick AND t.pair_id = o.pair_id AND t.received_time <= o.expiry_time));

-- a price is its tick and markup, exactly
SELECT 'price_is_tick_and_markup' AS broken, o.id::text AS what FROM forex_orders o JOIN ticks t ON t.log_index = o.open_tick
WHERE o.open_price <> CASE o.side WHEN 'buy' THEN t.ask + o.markup ELSE t.bid - o.markup END;
SELECT 'price_is_tick_and_markup' AS broken, o.id::text AS what FROM forex_orders o JOIN ticks t ON t.log_index = o.close_tick
WHERE o.close_price <> CASE o.side WHEN 'buy' THEN t.bid - o.markup ELSE t.ask + o.markup END;

-- a closed forex order moved exactly its result between user and house (protection included)
SELECT 'closed_order_moved_its_result' AS broken, o.id::text AS what FROM forex_orders o
JOIN journals j ON j.reference = o.id AND j.reason = 14
JOIN entries e ON e.journal_id = j.id JOIN ledger_accounts a ON a.id = e.account_id
WHERE o.status = 'closed' AND o.close_reason <> 'reset'
GROUP BY o.id, o.result
HAVING coalesce(sum(e.available_change + e.locked_change) FILTER (WHERE a.owner_id = o.user_id OR a.kind = 'protection'), 0) <> o.result;

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
  WHEN end_price IS NULL THEN 'void' WHEN end_price = open_price THEN 'tie' WHEN (end_price > open_price) = (direction = 'up') THEN 'win' ELSE 'loss' END;
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

-- one settlement per final order, none for an open one; a position that held nothing any more and ended at no result moved nothing
SELECT 'one_settlement_per_order' AS broken, o.id::text AS what FROM forex_orders o
LEFT JOIN journals j ON j.reference = o.id AND j.reason IN (13, 14, 18)
GROUP BY o.id, o.status, o.result
HAVING count(j.id) > CASE WHEN o.status IN ('cancelled', 'closed') THEN 1 ELSE 0 END
  OR (count(j.id) = 0 AND (o.status = 'cancelled' OR (o.status = 'closed' AND o.result <> 0)));
SELECT 'one_settlement_per_order' AS broken, o.id::text AS what FROM micro_orders o
LEFT JOIN journals j ON j.reference = o.id AND j.reason IN (21, 22, 23)
GROUP BY o.id, o.status HAVING count(j.id) <> CASE WHEN o.status = 'closed' THEN 1 ELSE 0 END;

-- the house's exposure is the sum of open positions
SELECT 'exposure_is_sum_of_positions' AS broken, realm::text || ':' || pair_id AS what FROM (
  SELECT realm, pair_id, net_quantity FROM house_exposure
  UNION ALL
  SELECT realm, pair_id, -sum(CASE side WHEN 'buy' THEN quantity ELSE -quantity END) FROM forex_orders WHERE status = 'open' GROUP BY realm, pair_id
) x GROUP BY realm, pair_id HAVING sum(net_quantity) <> 0;

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
