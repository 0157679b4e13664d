// Letters in Traditional Chinese.

import type { LetterTexts } from './texts.ts';

export const hk: LetterTexts = {
  word: '您的暗語：{word}',
  greeting: '您好：',
  letters: {
    verified: {
      subject: '您的身份已通過認證',
      paragraphs: ['我們已核對您的文件，您的身份已通過認證。'],
      link: '開啟您的帳戶',
    },
    verification_rejected: {
      subject: '您的文件未獲接納',
      paragraphs: [
        '我們看過您的文件，未能接納。[原因：{rejection}][審核人員寫道：{words}]',
        '您可以在應用程式內重新提交。',
      ],
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
    stop_out: {
      subject: '因保證金不足，持倉已被平倉',
      paragraphs: [
        '由於保證金不足，{pair} 持倉已[於 {price} ]被強制平倉。[盈虧：{result} USD。]',
        '訂單詳情列明決定此結果的價格及其證明。',
      ],
      link: '查看通知',
    },
    margin_call: {
      subject: '保證金水平偏低',
      paragraphs: [
        '您的保證金水平偏低[（{level} %）]。',
        '降至 50 % 時將會強制平倉，由虧損最大的持倉開始。請平掉部分持倉或降低風險。',
      ],
      link: '開啟應用程式',
    },
    withdrawal_paid: {
      subject: '您的提款已付款',
      paragraphs: ['您的提款[（{amount} USD）]已付款。', '如非您本人申請，請在應用程式內鎖定帳戶並聯絡客服。'],
      link: '查看您的提款',
    },
    withdrawal_rejected: {
      subject: '您的提款未獲接納',
      paragraphs: ['我們看過您的提款[（{amount} USD）]，未能接納。[原因：{reason}]', '款項在您的帳戶內。'],
      link: '查看您的提款',
    },
    withdrawal_returned: {
      subject: '您的提款未有付出',
      paragraphs: ['您的提款[（{amount} USD）]未有付出。[原因：{reason}]', '款項已退回您的帳戶。'],
      link: '查看您的提款',
    },
    withdrawal_back: {
      subject: '您的提款被退回',
      paragraphs: [
        '我們付給您的款項被退回。[其中 {amount} USD 已回到您的帳戶。]',
        '款項曾經送出，因此手續費不獲退還。再次提款前，請先核對收款方式。',
      ],
      link: '查看您的提款',
    },
    withdrawal_overdue: {
      subject: '您的提款已逾時',
      paragraphs: ['您的提款[（{amount} USD）]未能在 24 小時內付款。這是我們的責任，我們正在跟進。'],
      link: '查看您的提款',
    },
    deposit_credited: {
      subject: '您的存款已入賬',
      paragraphs: ['您的存款已入賬[：{amount} USD]。', '如您匯出的金額不同，我們按實際收到的金額入賬。'],
      link: '查看您的存款',
    },
    deposit_rejected: {
      subject: '您的存款未獲接納',
      paragraphs: ['我們看過您提交的存款，未能接納。[原因：{reason}]', '您可在應用程式內提交另一份憑證。'],
      link: '查看您的存款',
    },
    loan_paid_out: {
      subject: '您的貸款已發放',
      paragraphs: [
        '您的貸款已發放[：{amount} USD 已存入您的資金帳戶]。',
        '您簽署的協議及可供保存的副本，可於「我的貸款」查看。14 天內您可無須理由撤銷：屆時只須償還本金及已開始日數的利息。',
      ],
      link: '查看您的貸款',
    },
    loan_rejected: {
      subject: '您的申請未獲接納',
      paragraphs: ['您的貸款申請未獲接納。[{words}]'],
      link: '查看您的貸款',
    },
    loan_due_soon: {
      subject: '您的貸款即將到期',
      paragraphs: [
        '您的貸款即將到期[：請於 {until} 前償還 {amount} USD]。',
        '未經您操作，我們不會扣款：請在應用程式內償還。如無法償還，請於到期前聯絡我們。',
      ],
      link: '查看您的貸款',
    },
    loan_overdue: {
      subject: '您的貸款已逾期',
      paragraphs: [
        '您的貸款已過還款期。在還清之前，每滿一天都會增加費用；利息與逾期費用合計不會超過貸款金額。',
        '未經您操作，我們不會扣款：請在應用程式內償還，或聯絡我們。',
      ],
      link: '查看您的貸款',
    },
    loan_short: {
      subject: '還款金額不足',
      paragraphs: [
        '您為還款匯出的款項不足，貸款仍待償還。[收到 {came} USD；][應還 {due} USD。]',
        '收到的款項屬於您，已存入您的資金帳戶：請從該帳戶還款，或補足差額。',
      ],
      link: '查看您的貸款',
    },
    loan_repaid: {
      subject: '您的貸款已還清',
      paragraphs: ['您的貸款已還清[：已從您的資金帳戶支付 {amount} USD]。您不再欠任何款項。'],
      link: '查看您的貸款',
    },
    deposit_reversed: {
      subject: '一筆存款已被撤回',
      paragraphs: ['一筆已入賬的存款已被撤回[：{amount} USD]。[原因：{reason}]'],
      link: '查看您的存款',
    },
    balance_corrected: {
      subject: '您的結餘已更正',
      paragraphs: ['您的結餘已更正[（{amount} USD）]。[原因：{reason}]'],
      link: '查看您的紀錄',
    },
    export_ready: {
      subject: '您的資料副本已備妥',
      paragraphs: [
        '您要求的資料副本已備妥，可於 24 小時內在應用程式中下載。',
        '如果不是您本人要求，即有他人登入了您的帳戶，請更改密碼。',
      ],
      link: '開啟您的帳戶',
    },
    feedback_answered: {
      subject: '我們已回覆您',
      paragraphs: ['我們已回覆您的意見[（{number}）]，您可於應用程式中查閱。'],
      link: '查看您的意見反饋',
    },
    feedback_reply: {
      subject: '我們的回覆',
      paragraphs: ['您曾向我們提出意見[，投訴編號為 {number}]。以下是我們的回覆：', '{answer}'],
      link: '開啟意見反饋',
    },
    chat_answer: {
      subject: '客戶服務已回覆您',
      paragraphs: ['客戶服務已回覆您。請在應用程式中閱讀及回覆：回覆此郵件不會有人閱讀。'],
      link: '開啟對話',
    },
    announcement_notice: {
      subject: 'Fairtick 公告',
      paragraphs: ['{title}', '{summary}'],
      link: '在應用程式中閱讀',
    },
    announcement_maintenance: {
      subject: '系統維護預告',
      paragraphs: ['{title}', '{summary}'],
      link: '在應用程式中閱讀',
    },
    announcement_terms: {
      subject: '條款將會更改',
      paragraphs: ['{title}', '{summary}'],
      link: '在應用程式中閱讀',
    },
    announcement_incident: {
      subject: '有關服務事故',
      paragraphs: ['{title}', '{summary}'],
      link: '在應用程式中閱讀',
    },
    totp_added: {
      subject: '已設定驗證器應用程式',
      paragraphs: [
        '您的帳戶已設定驗證器應用程式。由現在起，登入時須輸入其驗證碼。',
        '如果不是您本人，請立即更改密碼，並聯絡我們的客戶服務。',
      ],
      link: '開啟您的帳戶',
    },
    totp_removed: {
      subject: '驗證器應用程式已被移除',
      paragraphs: [
        '您帳戶的驗證器應用程式已被移除。提款將暫停 24 小時。',
        '如果不是您本人，請立即更改密碼，並聯絡我們的客戶服務。',
      ],
      link: '開啟您的帳戶',
    },
    passkey_added: {
      subject: '已新增通行密鑰',
      paragraphs: [
        '您的帳戶已新增一把通行密鑰，持有人可憑它登入。',
        '如果不是您本人，請立即更改密碼，並聯絡我們的客戶服務。',
      ],
      link: '開啟您的帳戶',
    },
    passkey_removed: {
      subject: '通行密鑰已被移除',
      paragraphs: [
        '您帳戶的一把通行密鑰已被移除。提款將暫停 24 小時。',
        '如果不是您本人，請立即更改密碼，並聯絡我們的客戶服務。',
      ],
      link: '開啟您的帳戶',
    },
    recovery_codes_made: {
      subject: '已產生新的復原碼',
      paragraphs: [
        '您的帳戶已產生新的復原碼，舊的復原碼不再有效。',
        '如果不是您本人，請立即更改密碼，並聯絡我們的客戶服務。',
      ],
      link: '開啟您的帳戶',
    },
    name_changed: {
      subject: '您帳戶的電郵或手機號碼已更改',
      paragraphs: [
        '您用來登入的電郵或手機號碼已更改。提款將暫停 24 小時。',
        '如果不是您本人，請立即更改密碼，並聯絡我們的客戶服務。',
      ],
      link: '開啟您的帳戶',
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
    staff_withdrawals_overdue: {
      subject: '有提款逾時',
      paragraphs: ['[{count} 筆]提款未能在 24 小時內付款，用戶已獲通知。', '請查看逾時佇列。'],
      link: '開啟控制台',
    },
    staff_client_money_short: {
      subject: '客戶資金池不足',
      paragraphs: [
        '客戶資金證明發現，資金池比用戶應有的款項少[ {short} USD]。用戶的盈利由公司支付。',
        '請在 24 小時內結算，逾時將暫停提款。',
      ],
      link: '開啟控制台',
    },
    staff_withdrawals_paused: {
      subject: '提款已暫停：客戶資金證明未能通過',
      paragraphs: [
        '帳目互不相符，或客戶資金池不足已達 24 小時，或不足之數超出公司可結算的款項[：{short} USD]。用戶仍可申請，但不會審批或付款。',
        '下一次證明通過後即自動恢復；在此之前每五分鐘證明一次。',
      ],
      link: '開啟控制台',
    },
    staff_withdrawals_resumed: {
      subject: '提款已恢復',
      paragraphs: ['客戶資金證明已再次通過。期間提出的申請正在佇列中等候。'],
      link: '開啟控制台',
    },
    code_register: {
      subject: '您的註冊驗證碼',
      paragraphs: [
        '您的驗證碼是 {code}。十分鐘內有效，只可使用一次。',
        '有人要求以此地址開立帳戶。',
        '如果不是您本人，請不用理會：沒有驗證碼，任何事都不會發生。',
      ],
      link: '繼續註冊',
    },
    code_reset: {
      subject: '您的重設密碼驗證碼',
      paragraphs: [
        '您的驗證碼是 {code}。十分鐘內有效，只可使用一次。',
        '有人要求為您的帳戶設定新密碼。',
        '如果不是您本人，請不用理會：沒有驗證碼，任何事都不會發生。',
      ],
      link: '設定新密碼',
    },
    code_amend: {
      subject: '您的更改密碼驗證碼',
      paragraphs: [
        '您的驗證碼是 {code}。十分鐘內有效，只可使用一次。',
        '已登入您帳戶的人要求更改密碼。',
        '如果不是您本人，請在應用程式內結束其他登入，並更改密碼。',
      ],
      link: '更改密碼',
    },
    code_step_up: {
      subject: '確認是您本人的驗證碼',
      paragraphs: [
        '您的驗證碼是 {code}。十分鐘內有效，只可使用一次。',
        '已登入您帳戶的人在作出重要更改前要求了此驗證碼。',
        '如果不是您本人，請在應用程式內結束其他登入，並更改密碼。',
      ],
      link: '開啟您的帳戶',
    },
    code_name: {
      subject: '確認此地址的驗證碼',
      paragraphs: [
        '您的驗證碼是 {code}。十分鐘內有效，只可使用一次。',
        '有人要求此後以此地址登入。',
        '如果不是您本人，請不用理會：沒有驗證碼，任何事都不會發生。',
      ],
      link: '開啟您的帳戶',
    },
    account_exists: {
      subject: '您已有帳戶',
      paragraphs: [
        '有人要求以此地址註冊的驗證碼，但此地址已有帳戶，因此並無發出驗證碼。',
        '如果是您本人，請登入。如忘記密碼，可在該處設定新密碼。',
        '如果不是您本人，請不用理會：您的帳戶沒有任何改變。',
      ],
      link: '登入',
    },
    new_sign_in: {
      subject: '您的帳戶有新的登入',
      paragraphs: [
        '有人使用您從未在此使用過的瀏覽器登入了您的帳戶。',
        '時間：{time}。[瀏覽器：{browser}。][裝置：{system}。][網絡：{network}。]',
        '如果是您本人，無須理會。如果不是您本人，下面的頁面會登出所有裝置，並暫停提款 24 小時。此連結七天內有效。',
      ],
      link: '這不是我',
    },
    codes_tried: {
      subject: '有人嘗試輸入驗證碼登入您的帳戶',
      paragraphs: [
        '有人知道您的密碼，並在登入的第二步輸入了十次或以上錯誤的驗證碼，但未能登入。',
        '如果不是您本人，即表示您的密碼已洩露：請立即設定新密碼。',
      ],
      link: '更改密碼',
    },
    password_reset: {
      subject: '您的密碼已透過驗證碼更改',
      paragraphs: [
        '有人以我們發出的驗證碼為您的帳戶設定了新密碼。所有裝置已被登出，提款暫停 24 小時。',
        '如果不是您本人，請立即設定新密碼，並聯絡我們的客服。',
      ],
      link: '登入',
    },
    password_changed: {
      subject: '您的密碼已更改',
      paragraphs: ['您帳戶的密碼已更改，所有裝置已被登出。', '如果不是您本人，請立即設定新密碼，並聯絡我們的客服。'],
      link: '登入',
    },
    signed_out: {
      subject: '您的帳戶已登出所有裝置',
      paragraphs: [
        '有人透過我們郵件中的連結表示某次登入並非本人所為。所有裝置已被登出，提款暫停 24 小時。',
        '登入的人可能知道您的密碼：請先設定新密碼，再登入。',
      ],
      link: '設定新密碼',
    },
  },
  because: {
    safety: '此郵件關乎您的帳戶安全，因此不能關閉。',
    chosen: '您可在應用程式的「安全與限制」中關閉此類郵件。',
    asked: '您在應用程式的「安全與限制」中選擇了接收消息，因此收到此郵件。',
  },
  stop: {
    link: '不再以電郵接收消息',
    title: '電郵消息',
    text: '按一下即不再以電郵接收消息。有關您的資金及帳戶安全的郵件會繼續發送。',
    button: '不再接收消息',
    done: '您不會再收到電郵消息',
    again: '您可在應用程式的「安全與限制」中再次選擇接收。',
    broken: '連結不完整，請從電郵重新開啟。',
    open: '開啟應用程式',
  },
  never: '我們絕不會以郵件或電話索取您的密碼或驗證碼。',
};
