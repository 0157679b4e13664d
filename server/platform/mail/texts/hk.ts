// Letters in Traditional Chinese.

import type { LetterTexts } from './texts.ts';

export const hk: LetterTexts = {
  greeting: '您好：',
  letters: {
    verified: {
      subject: '您的身份已通過認證',
      paragraphs: ['我們已核對您的文件，您的身份已通過認證。'],
      link: '開啟您的帳戶',
    },
    verification_rejected: {
      subject: '您的文件未獲接納',
      paragraphs: ['我們看過您的文件，未能接納。[原因：{reason}]', '您可以在應用程式內重新提交。'],
      link: '開啟您的帳戶',
    },
    frozen: {
      subject: '您的帳戶有部分功能已被鎖定',
      paragraphs: [
        '您的帳戶有部分功能已被鎖定[：{locks}]。[原因：{reason}]',
        '[如未經我們確認，鎖定將於 {until} 自動解除。]您的結餘不受影響，您亦可隨時平倉。',
        '如新訂單被鎖定，您正在等候目標價的訂單已被取消。',
      ],
      link: '開啟您的通知',
    },
    unfrozen: {
      subject: '您帳戶的一項鎖定已解除',
      paragraphs: ['您帳戶的一項鎖定已解除。'],
      link: '開啟您的通知',
    },
    staff_codes_tried: {
      subject: '有人為您的管理後台帳戶輸入了錯誤的驗證碼',
      paragraphs: [
        '有人知道您的密碼，並輸入了十次或以上錯誤的驗證碼。您的驗證碼仍然有效。',
        '如果不是您本人，即表示您的密碼已洩露：請立即通知一位擁有人。設定新密碼須有新的一次性連結。',
      ],
      link: '開啟管理後台',
    },
    staff_codes_locked: {
      subject: '有人曾嘗試登入您的管理後台帳戶',
      paragraphs: [
        '有人知道您的密碼，並輸入了二十次或以上錯誤的驗證碼。24 小時內將不接受任何驗證碼。',
        '如果不是您本人，即表示您的密碼已洩露：請立即通知一位擁有人。設定新密碼須有新的一次性連結。',
      ],
      link: '開啟管理後台',
    },
  },
  closing: ['此郵件關乎您的帳戶安全，因此不能關閉。', '我們絕不會以郵件或電話索取您的密碼或驗證碼。'],
};
