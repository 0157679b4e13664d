// What the product's documents name: their calls and their routes.

/** Method and path. The five of /api/subscription, which nothing in the documents uses, are left out. */
const CALLS_TEXT = `
  GET /api/user/info, GET /v2/api/main/wallet/getBalance, POST /api/user/loginForU, GET /api/user/createAccountDemoForU, POST /api/user/register,
  POST /api/user/amend_password, GET /api/default/area_list, GET /api/default/setting, GET /api/basicSet/getBasicInfo,
  GET /v2/api/main/user/resetForexDemoAccount, GET /api/user/get_profits, GET /v2/api/forex/trade_list, GET /v2/api/forex/getCategories,
  GET /v2/api/forex/abbreviated_cache_kline, GET /v2/api/forex/kline, GET /v2/api/forex/submit, GET /v2/api/forex/my_deal, GET /v2/api/forex/close,
  GET /v2/api/forex/cancel_trade, GET /v2/api/forex/set_stop_price, GET /v2/api/micro/get_seconds, GET /v2/api/micro/submit, GET /v2/api/micro/orders,
  GET /api/follow/list, GET /api/company/getCompany, GET /api/company/getCompanyStatus, GET /api/news/list, GET /api/news/info,
  POST /api/common/image_upload, GET /api/quickCharge/info, GET /api/quickCharge/submit, GET /api/quickCharge/wire_submit, GET /api/quickCharge/symbols,
  GET /api/quickCharge/wire_info, GET /api/quickCharge/quick_ist, GET /api/account/draw_symbol_list, POST /api/account/draw, GET /api/account/draw_list,
  GET /api/wallet/get_draw_method, POST /api/wallet/bind_draw_method, POST /api/wallet/del_draw_method, GET /v2/api/main/accountLog/forexChange,
  GET /v2/api/main/account/forexDetail, POST /api/account/transfer, GET /api/account/transfer_log, GET /api/follow/trader_list,
  POST /api/follow/apply_trader, GET /api/follow/trader_detail, POST /api/follow/follow_trader, POST /api/follow/canal_follow,
  GET /api/follow/followed_trader, GET /api/follow/my_follower, GET /v2/api/forex/my_deal_follow_order, GET /api/loan/info, POST /api/loan/kyc_submit,
  GET /api/loan/loan_config, POST /api/loan/loan_submit, GET /api/loan/get_date, GET /api/loan/config_info, GET /api/loan/loan_list,
  GET /api/loan/loan_info, GET /api/loan/repayment_info, GET /api/loan/repayment_accounts, POST /api/loan/repayment, GET /api/fund/list,
  GET /api/fund/info, GET /api/fund/buy, GET /api/fund/subList, GET /api/fund/insList, GET /api/fund/applyRefund, GET /api/default/main_status,
  GET /api/company/email
`;
const ROUTES_TEXT = `
  /, /trade, /order, /user, /follow, /rank, /news, /news/detail, /feedback, /login, /register, /forgot, /product, /language, /activity, /mine/auth,
  /mine/invite, /mine/email, /mine/announcement, /mine/password, /mine/history, /mine/charge, /mine/withdraw, /mine/chat, /mine/system, /mine/wallet,
  /mine/bank-card-list, /mine/coin-address-list, /mine/withdraw-way, /mine/accounts, /mine/transfer, /follow/follow-list, /follow/my-follower,
  /follow/trader-apply, /follow/trader, /follow/submit, /loan, /loan/submit, /loan/agreement, /loan/sign, /loan/record, /loan/repayment, /mining,
  /mining/subscribe, /mining/record, /mining/income
`;

const listed = (text: string): readonly string[] => text.trim().split(/,\s+/);
export const DOCUMENTED_CALLS = listed(CALLS_TEXT);
export const DOCUMENTED_ROUTES = listed(ROUTES_TEXT);
