// The console's texts of the chat in Hong Kong Chinese.

import type { chatEn } from './en-chat.ts';

export const chatHk: Readonly<Record<keyof typeof chatEn, string>> = {
  'chat.title': '對話',
  'chat.one': '對話',
  'chat.states': '對話種類',
  'chat.state.open': '等待我們回覆',
  'chat.state.waiting_user': '已回覆',
  'chat.state.closed': '已結束',
  'chat.empty': '沒有對話',
  'chat.user': '用戶',
  'chat.system.closed': '對話已結束。',
  'chat.picture_show': '查看圖片',
  'chat.masked': '當中的機密內容在儲存前已被移除。',
  'chat.answer': '回覆',
  'chat.answer_hint': '除本應用程式外不得包含連結、地址或電話號碼。切勿索取密碼或驗證碼。',
  'chat.send': '發送',
  'chat.prepared': '預備回覆',
  'chat.take': '接手',
  'chat.taken': '半小時內由你處理。',
  'chat.hand_over': '移交',
  'chat.hand_over_to': '移交給',
  'chat.everybody': '所有人',
  'chat.handed_over': '已移交。',
  'chat.close': '結束對話',
  'chat.closed': '已結束。',
  'chat.read': '用戶已讀',
  'chat.score': '評分 {{score}}／5',
};
