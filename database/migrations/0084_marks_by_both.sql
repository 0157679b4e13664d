-- A mark is found by its follower and trader. Which index that goes by is decided while the table is empty, and the one of the trader alone was as good as the
-- right one then: each closing of a copy read the marks of all who follow.

DROP INDEX copy_marks_of_trader;
CREATE INDEX copy_marks_of_trader ON copy_marks (trader_id, user_id);
