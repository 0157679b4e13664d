// The console's English texts of the proof of client money.

export const clientMoneyEn = {
  'client_money.title': 'Client money',
  'client_money.about':
    'What users have, against what the clients’ pool holds outside. A proof is made each hour, and every five minutes while one does not hold; no person lifts a pause.',
  'client_money.verdict.none': 'No proof has been made yet.',
  'client_money.verdict.whole': 'The clients’ pool holds all that is required.',
  'client_money.verdict.short':
    '{{short}} is to be settled to the clients’ pool. It has been short since {{since}}; after 24 hours withdrawals pause.',
  'client_money.verdict.short_paused':
    'Withdrawals are paused: {{short}} is to be settled to the clients’ pool, which has been short since {{since}}.',
  'client_money.verdict.broken': 'Withdrawals are paused: the books disagree with themselves.',
  'client_money.broken_do':
    'Pay nothing by hand. A developer runs the invariants; where it goes on growing, the server is stopped.',
  'client_money.check.books_sum_to_zero': 'All accounts, those outside included, do not sum to nothing.',
  'client_money.check.held_is_what_waits': 'What is held of users is not what waits to be approved.',
  'client_money.check.clearing_is_what_was_let_go': 'What stands ready to be paid is not what was approved.',
  'client_money.check.clearing_is_what_nobody_has': 'What came and is nobody’s is not what was booked as such.',
  'client_money.required': 'Required',
  'client_money.users': 'All that users have',
  'client_money.withdrawals': 'Approved and not paid yet',
  'client_money.receipts': 'Came, and nobody has claimed it yet',
  'client_money.sum': 'Required together',
  'client_money.pools': 'There',
  'client_money.held': 'Held in the clients’ pool',
  'client_money.settle': 'To settle to the clients’ pool',
  'client_money.since': 'Short since',
  'client_money.house': 'Held in the house’s pool',
  'client_money.left': 'Left of it after settling',
  'client_money.capital_first': 'The house’s pool does not hold so much: capital comes in first.',
  'client_money.paused.yes': 'Withdrawals are paused',
  'client_money.paused.no': 'Withdrawals go on',
  'client_money.made': 'Made',
  'client_money.propose': 'Settle it under House money',
  'client_money.banner': 'Withdrawals are paused: the proof of client money does not hold.',
  'client_money.banner_text':
    'Nothing is approved and nothing taken to be paid until one holds. What was sent before can be said; rejecting, giving back and releasing go on.',
  'client_money.banner_link': 'What is short, and what to do',
};
