// Letters in Arabic.

import type { LetterTexts } from './texts.ts';

export const ar: LetterTexts = {
  greeting: 'مرحبًا،',
  letters: {
    verified: {
      subject: 'تم التحقق من هويتك',
      paragraphs: ['راجعنا مستنداتك، وتم التحقق من هويتك.'],
      link: 'افتح حسابك',
    },
    verification_rejected: {
      subject: 'لم تُقبل مستنداتك',
      paragraphs: ['راجعنا مستنداتك ولم نتمكن من قبولها.[ السبب: {reason}]', 'يمكنك إرسالها مرة أخرى في التطبيق.'],
      link: 'افتح حسابك',
    },
    frozen: {
      subject: 'قُفل جزء من حسابك',
      paragraphs: [
        'قُفل جزء من حسابك[: {locks}].[ السبب: {reason}]',
        '[ينتهي القفل تلقائيًا في {until} ما لم نؤكده. ]رصيدك لم يُمس، ويمكنك إغلاق صفقاتك في أي وقت.',
      ],
      link: 'افتح إشعاراتك',
    },
    unfrozen: {
      subject: 'رُفع قفل عن حسابك',
      paragraphs: ['رُفع قفل عن حسابك.'],
      link: 'افتح إشعاراتك',
    },
  },
  closing: [
    'تتعلق هذه الرسالة بأمان حسابك، لذلك لا يمكن إيقافها.',
    'لا نطلب أبدًا كلمة مرورك أو رمزًا عبر البريد أو الهاتف.',
  ],
};
