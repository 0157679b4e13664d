// Letters in English.

import type { LetterTexts } from './texts.ts';

export const en: LetterTexts = {
  greeting: 'Hello,',
  letters: {
    verified: {
      subject: 'Your identity is verified',
      paragraphs: ['We have checked your documents. Your identity is verified.'],
      link: 'Open your account',
    },
    verification_rejected: {
      subject: 'Your documents were not accepted',
      paragraphs: [
        'We have looked at your documents and could not accept them.[ Reason: {reason}]',
        'You can send them again in the app.',
      ],
      link: 'Open your account',
    },
    frozen: {
      subject: 'Part of your account is locked',
      paragraphs: [
        'This was locked on your account[: {locks}].[ Reason: {reason}]',
        '[It ends by itself on {until} unless we confirm it. ]Your balance is not touched, and you can close your positions at any time.',
        'Where new orders are locked, those of yours that waited for their price were cancelled.',
      ],
      link: 'Open your notices',
    },
    unfrozen: {
      subject: 'A lock on your account was lifted',
      paragraphs: ['A lock on your account was lifted.'],
      link: 'Open your notices',
    },
    staff_codes_tried: {
      subject: 'Wrong codes were typed for your access to the console',
      paragraphs: [
        'Somebody who knows your password has typed ten or more wrong codes of your authenticator app. Your codes are still taken.',
        'If it was not you, your password is known: tell an owner at once. A new password takes a new one-time link.',
      ],
      link: 'Open the console',
    },
    staff_codes_locked: {
      subject: 'Somebody has tried codes for your access to the console',
      paragraphs: [
        'Somebody who knows your password has typed twenty or more wrong codes of your authenticator app. For 24 hours no code is taken.',
        'If it was not you, your password is known: tell an owner at once. A new password takes a new one-time link.',
      ],
      link: 'Open the console',
    },
  },
  closing: [
    'This letter is about the safety of your account, so it cannot be turned off.',
    'We never ask for your password or for a code by mail or by phone.',
  ],
};
