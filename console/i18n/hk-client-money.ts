// The console's Chinese texts of the proof of client money.

import type { clientMoneyEn } from './en-client-money.ts';

export const clientMoneyHk: Readonly<Record<keyof typeof clientMoneyEn, string>> = {
  'client_money.title': '客戶資金',
  'client_money.about':
    '用戶應有的款項，與客戶資金池在外持有的款項對照。證明每小時作出一次，未能通過時每五分鐘一次；任何人都不能自行解除暫停。',
  'client_money.verdict.none': '尚未有證明。',
  'client_money.verdict.whole': '客戶資金池持有全部應有款項。',
  'client_money.verdict.short': '須向客戶資金池結算 {{short}}。自 {{since}} 起不足；滿 24 小時提款便會暫停。',
  'client_money.verdict.short_paused': '提款已暫停：須向客戶資金池結算 {{short}}，自 {{since}} 起不足。',
  'client_money.verdict.broken': '提款已暫停：帳目互不相符。',
  'client_money.broken_do': '切勿自行付款。由開發人員查核不變式；差額若繼續擴大，便停止伺服器。',
  'client_money.check.books_sum_to_zero': '所有帳戶（包括外部帳戶）的總和不為零。',
  'client_money.check.held_is_what_waits': '用戶被凍結的款項不等於待批的款項。',
  'client_money.check.clearing_is_what_was_let_go': '準備付出的款項不等於已批准的款項。',
  'client_money.check.clearing_is_what_nobody_has': '已收到而未有歸屬的款項不等於如此入帳的款項。',
  'client_money.required': '應有',
  'client_money.users': '用戶的全部款項',
  'client_money.withdrawals': '已批准而未付的提款',
  'client_money.receipts': '已收到而未有人認領',
  'client_money.sum': '應有合計',
  'client_money.pools': '實有',
  'client_money.held': '客戶資金池持有',
  'client_money.settle': '須向客戶資金池結算',
  'client_money.since': '自何時起不足',
  'client_money.house': '公司資金池持有',
  'client_money.left': '結算後尚餘',
  'client_money.capital_first': '公司資金池不足以結算：須先注入資本。',
  'client_money.paused.yes': '提款已暫停',
  'client_money.paused.no': '提款照常',
  'client_money.made': '作出時間',
  'client_money.propose': '到「公司資金」結算',
  'client_money.banner': '提款已暫停：客戶資金證明未能通過。',
  'client_money.banner_text':
    '證明通過之前，不會批准提款，也不可領取付款。先前已付出的可以登記；拒絕、退還和放棄領取照常。',
  'client_money.banner_link': '欠多少，應做什麼',
};
