-- A copy's proof, and whether a change of stops was replaced, ask for all events of an order.
CREATE INDEX copy_events_of_order ON copy_events (order_id, number);
