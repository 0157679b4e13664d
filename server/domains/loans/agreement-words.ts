// The first version of the agreement of a loan, in the languages that are complete. Later ones are written by two people, in the console.

import type { AgreementLanguage } from '@fairtick/contract/loan-agreement';

interface Words {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

export const AGREEMENT_WORDS: Readonly<Record<AgreementLanguage, Words>> = {
  en: {
    heading: 'Loan agreement',
    paragraphs: [
      'Caution! Borrowing money costs money.',
      'Date: {date} (UTC). Lender: the operator of this service, from its own money. Borrower: the holder of account {uid}.',
      "Amount: {amount} USD, paid to the borrower's account when the lender approves. Until then nothing is owed.",
      'Term: {days} days of 24 hours from the payment. The first {free} of them cost nothing. Interest: {rate} % of the amount for each further day that has begun.',
      'For the whole term the interest is {interest} USD, and {total} USD are to be repaid at its end. Annual percentage rate: {apr} %.',
      'The loan may be repaid at any time. Interest is then due for the days begun alone.',
      'Within 14 days of the payment the borrower may withdraw without a reason, by repaying the amount with the interest of the days begun, and nothing else.',
      'Late: for each full day after the end of the term {late} % of the amount, which is {lateDay} USD a day. Interest and late cost together are never more than the amount.',
      'While the loan is owed, its amount cannot be moved into options or funds, and once it is late a withdrawal must leave what is due. Nothing is taken from the account without an act of the borrower.',
      'Signing is an electronic signature. Both sides keep this text, and its fingerprint stands in a public log, so that neither can change it later.',
    ],
  },
  hk: {
    heading: '貸款協議',
    paragraphs: [
      '注意！借貸需要付出代價。',
      '日期：{date}（UTC）。貸款人：本服務的營運者，以其自有資金貸出。借款人：帳戶 {uid} 的持有人。',
      '金額：{amount} USD，於貸款人批准時存入借款人的帳戶。在此之前並無任何欠款。',
      '期限：自放款起 {days} 天，每天為 24 小時。首 {free} 天不計利息。其後每個已開始的一天，利息為金額的 {rate}%。',
      '整個期限的利息為 {interest} USD，期滿時須償還 {total} USD。實際年利率：{apr}%。',
      '貸款可隨時償還，屆時只須支付已開始的天數的利息。',
      '放款後 14 天內，借款人可無須說明理由而退出，只須償還金額及已開始的天數的利息，別無其他費用。',
      '逾期：期滿後每滿一天，收取金額的 {late}%，即每天 {lateDay} USD。利息與逾期費用合計永遠不會超過貸款金額。',
      '欠款期間，貸款金額不能轉入期權或基金；逾期後，提款必須留下應還款項。未經借款人操作，不會從帳戶扣取任何款項。',
      '簽署即為電子簽署。雙方均保留本文，其指紋載於公開日誌，任何一方其後均不能更改。',
    ],
  },
  ar: {
    heading: 'اتفاقية قرض',
    paragraphs: [
      'تنبيه! اقتراض المال يكلف مالًا.',
      'التاريخ: {date} (التوقيت العالمي). المُقرض: مشغّل هذه الخدمة من ماله الخاص. المقترض: صاحب الحساب {uid}.',
      'المبلغ: {amount} دولار أمريكي، يُدفع إلى حساب المقترض عند موافقة المُقرض. وقبل ذلك لا شيء مستحق.',
      'المدة: {days} يومًا من 24 ساعة ابتداءً من الدفع. الأيام الأولى وعددها {free} بلا كلفة. الفائدة: {rate}% من المبلغ عن كل يوم إضافي بدأ.',
      'فائدة المدة كلها {interest} دولار أمريكي، ويُسدد في نهايتها {total} دولار أمريكي. المعدل السنوي للنسبة المئوية: {apr}%.',
      'يمكن سداد القرض في أي وقت، وتُستحق الفائدة عندئذ عن الأيام التي بدأت فقط.',
      'خلال 14 يومًا من الدفع يحق للمقترض العدول دون ذكر سبب، بسداد المبلغ مع فائدة الأيام التي بدأت ولا شيء غير ذلك.',
      'التأخر: عن كل يوم كامل بعد نهاية المدة {late}% من المبلغ، أي {lateDay} دولار أمريكي في اليوم. ولا تتجاوز الفائدة وكلفة التأخر معًا المبلغ أبدًا.',
      'ما دام القرض مستحقًا لا يمكن نقل مبلغه إلى الخيارات أو الصناديق، وإذا تأخر وجب أن يُبقي أي سحب ما هو مستحق. ولا يُخصم شيء من الحساب دون فعل من المقترض.',
      'التوقيع توقيع إلكتروني. يحتفظ الطرفان بهذا النص، وبصمته في سجل علني، فلا يستطيع أي منهما تغييره لاحقًا.',
    ],
  },
};
