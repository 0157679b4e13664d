// Letters in English.
// Long because it is every sentence of each letter once.

import type { LetterTexts } from './texts.ts';

export const en: LetterTexts = {
  word: 'Your word: {word}',
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
        'We have looked at your documents and could not accept them.[ Reason: {rejection}][ Our reviewer wrote: {words}]',
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
    stop_out: {
      subject: 'A position was closed because of your margin',
      paragraphs: [
        'Your {pair} position was closed[ at {price}] because your margin was no longer enough.[ Result: {result} USD.]',
        'The detail of the order names the price that decided it, with its proof.',
      ],
      link: 'Open your notices',
    },
    margin_call: {
      subject: 'Your margin level is low',
      paragraphs: [
        'Your margin level is low[ ({level} %)].',
        'At 50 % positions are closed, the one with the greatest loss first. Close something or reduce your risk.',
      ],
      link: 'Open the app',
    },
    withdrawal_paid: {
      subject: 'Your withdrawal was paid',
      paragraphs: [
        'Your withdrawal[ of {amount} USD] was paid.',
        'If you did not ask for it, lock your account in the app and write to our service.',
      ],
      link: 'Open your withdrawals',
    },
    withdrawal_rejected: {
      subject: 'Your withdrawal was not accepted',
      paragraphs: [
        'We have looked at your withdrawal[ of {amount} USD] and could not accept it.[ Reason: {reason}]',
        'The money is in your account.',
      ],
      link: 'Open your withdrawals',
    },
    withdrawal_returned: {
      subject: 'Your withdrawal was not sent',
      paragraphs: [
        'Your withdrawal[ of {amount} USD] was not sent.[ Reason: {reason}]',
        'The money is back in your account.',
      ],
      link: 'Open your withdrawals',
    },
    withdrawal_back: {
      subject: 'Your withdrawal came back',
      paragraphs: [
        'A payment of ours to you came back.[ {amount} USD of it are in your account again.]',
        'The fee is not returned: the payment was sent. Look whether the destination is right before you withdraw again.',
      ],
      link: 'Open your withdrawals',
    },
    withdrawal_overdue: {
      subject: 'Your withdrawal is late',
      paragraphs: [
        'Your withdrawal[ of {amount} USD] was not paid within 24 hours. That is our fault, and we are looking into it.',
      ],
      link: 'Open your withdrawals',
    },
    deposit_credited: {
      subject: 'Your deposit was credited',
      paragraphs: [
        'Your deposit was credited[: {amount} USD].',
        'If you sent another amount, we have credited what came.',
      ],
      link: 'Open your deposits',
    },
    deposit_rejected: {
      subject: 'Your deposit was not accepted',
      paragraphs: [
        'We have looked at the deposit that you told us of and could not accept it.[ Reason: {reason}]',
        'You may send another proof in the app.',
      ],
      link: 'Open your deposits',
    },
    loan_paid_out: {
      subject: 'Your loan was paid out',
      paragraphs: [
        'Your loan was paid out[: {amount} USD are in your fund account].',
        'What you signed, and a copy of it to keep, stands under your loans. For 14 days you can withdraw without a reason: you then pay back the amount and the interest of the days begun, and nothing else.',
      ],
      link: 'Open your loans',
    },
    loan_rejected: {
      subject: 'Your application was not accepted',
      paragraphs: ['Your application for a loan was not accepted.[ {words}]'],
      link: 'Open your loans',
    },
    loan_due_soon: {
      subject: 'Your loan is due soon',
      paragraphs: [
        'Your loan is due[ by {until}: {amount} USD].',
        'Nothing is taken without you: please repay it in the app. Whoever can not should write to us before it is due.',
      ],
      link: 'Open your loans',
    },
    loan_overdue: {
      subject: 'Your loan is late',
      paragraphs: [
        'Your loan should have been repaid. Each full day costs more until it is, and interest and late cost together are never more than the amount.',
        'Nothing is taken without you: please repay it in the app, or write to us.',
      ],
      link: 'Open your loans',
    },
    loan_short: {
      subject: 'Too little came to repay your loan',
      paragraphs: [
        'What you sent to repay your loan was too little, and the loan is still to be repaid.[ {came} USD came;][ {due} USD were due.]',
        'What came is yours, in your fund account: please repay the loan from there, or send what is missing.',
      ],
      link: 'Open your loans',
    },
    loan_repaid: {
      subject: 'Your loan is repaid',
      paragraphs: [
        'Your loan is repaid[: {amount} USD were taken from your fund account]. Nothing more is owed of it.',
      ],
      link: 'Open your loans',
    },
    deposit_reversed: {
      subject: 'A deposit was taken back',
      paragraphs: ['A deposit that was credited to you was taken back[: {amount} USD].[ Reason: {reason}]'],
      link: 'Open your deposits',
    },
    balance_corrected: {
      subject: 'Your balance was corrected',
      paragraphs: ['Your balance was corrected[ by {amount} USD].[ Reason: {reason}]'],
      link: 'Open your history',
    },
    export_ready: {
      subject: 'The copy of your data is ready',
      paragraphs: [
        'The copy of your data that you asked for is ready. You can fetch it in the app for 24 hours.',
        'If you did not ask for it, somebody is signed in to your account: change your password.',
      ],
      link: 'Open your account',
    },
    feedback_answered: {
      subject: 'We have answered you',
      paragraphs: ['We have answered your message[ {number}]. You read the answer in the app.'],
      link: 'Open your feedback',
    },
    feedback_reply: {
      subject: 'Our answer',
      paragraphs: ['You wrote to us[; your complaint is {number}]. This is our answer:', '{answer}'],
      link: 'Open Feedback',
    },
    chat_answer: {
      subject: 'You have an answer from customer service',
      paragraphs: [
        'Our customer service has answered you. You read the answer in the app, and answer there too: nobody reads replies to this letter.',
      ],
      link: 'Open the chat',
    },
    announcement_notice: {
      subject: 'An announcement from Fairtick',
      paragraphs: ['{title}', '{summary}'],
      link: 'Read it in the app',
    },
    announcement_maintenance: {
      subject: 'Maintenance is planned',
      paragraphs: ['{title}', '{summary}'],
      link: 'Read it in the app',
    },
    announcement_terms: {
      subject: 'Our terms change',
      paragraphs: ['{title}', '{summary}'],
      link: 'Read it in the app',
    },
    announcement_incident: {
      subject: 'About an incident of our service',
      paragraphs: ['{title}', '{summary}'],
      link: 'Read it in the app',
    },
    totp_added: {
      subject: 'An authenticator app was set up',
      paragraphs: [
        'An authenticator app was set up for your account. From now on signing in takes a code of it.',
        'If it was not you, change your password at once and write to our service.',
      ],
      link: 'Open your account',
    },
    totp_removed: {
      subject: 'The authenticator app was removed',
      paragraphs: [
        'The authenticator app was removed from your account. Withdrawals rest for 24 hours.',
        'If it was not you, change your password at once and write to our service.',
      ],
      link: 'Open your account',
    },
    passkey_added: {
      subject: 'A passkey was added',
      paragraphs: [
        'A passkey was added to your account. It lets its owner sign in.',
        'If it was not you, change your password at once and write to our service.',
      ],
      link: 'Open your account',
    },
    passkey_removed: {
      subject: 'A passkey was removed',
      paragraphs: [
        'A passkey was removed from your account. Withdrawals rest for 24 hours.',
        'If it was not you, change your password at once and write to our service.',
      ],
      link: 'Open your account',
    },
    recovery_codes_made: {
      subject: 'New recovery codes were made',
      paragraphs: [
        'New recovery codes were made for your account. Those before are not valid any more.',
        'If it was not you, change your password at once and write to our service.',
      ],
      link: 'Open your account',
    },
    name_changed: {
      subject: 'The e-mail or mobile of your account was changed',
      paragraphs: [
        'The e-mail or mobile by which you sign in was changed. Withdrawals rest for 24 hours.',
        'If it was not you, change your password at once and write to our service.',
      ],
      link: 'Open your account',
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
    staff_withdrawals_overdue: {
      subject: 'Withdrawals are overdue',
      paragraphs: [
        '[{count} ]withdrawals were not paid within 24 hours. Their users were told.',
        'They stand in the queue of the overdue.',
      ],
      link: 'Open the console',
    },
    staff_client_money_short: {
      subject: 'The clients’ pool is short',
      paragraphs: [
        'The proof of client money has found[ {short} USD] less in the clients’ pool than belongs to users. Their gains are paid by the house.',
        'Settle it within 24 hours: after that withdrawals are paused.',
      ],
      link: 'Open the console',
    },
    staff_withdrawals_paused: {
      subject: 'Withdrawals are paused: the proof of client money has failed',
      paragraphs: [
        'The books disagree with themselves, or the clients’ pool has been short for 24 hours or by more than the house can settle[: {short} USD]. Requests are taken, and nothing is approved or taken to be paid.',
        'They go on by themselves with the next proof that holds. One is made every five minutes until then.',
      ],
      link: 'Open the console',
    },
    staff_withdrawals_resumed: {
      subject: 'Withdrawals go on',
      paragraphs: ['The proof of client money holds again. What was asked for meanwhile waits in its queue.'],
      link: 'Open the console',
    },
    code_register: {
      subject: 'Your code to register',
      paragraphs: [
        'Your code is {code}. It is good for ten minutes, and once.',
        'Somebody asked for it to open an account with this address.',
        'If it was not you, do nothing: without the code nothing happens.',
      ],
      link: 'Go on registering',
    },
    code_reset: {
      subject: 'Your code for a new password',
      paragraphs: [
        'Your code is {code}. It is good for ten minutes, and once.',
        'Somebody asked for it to choose a new password for your account.',
        'If it was not you, do nothing: without the code nothing happens.',
      ],
      link: 'Choose a new password',
    },
    code_amend: {
      subject: 'Your code to change your password',
      paragraphs: [
        'Your code is {code}. It is good for ten minutes, and once.',
        'Somebody who is signed in to your account asked for it to change the password.',
        'If it was not you, end your other sessions in the app and change your password.',
      ],
      link: 'Change your password',
    },
    code_step_up: {
      subject: 'Your code to confirm that it is you',
      paragraphs: [
        'Your code is {code}. It is good for ten minutes, and once.',
        'Somebody who is signed in to your account asked for it before an important change.',
        'If it was not you, end your other sessions in the app and change your password.',
      ],
      link: 'Open your account',
    },
    code_name: {
      subject: 'Your code to confirm this address',
      paragraphs: [
        'Your code is {code}. It is good for ten minutes, and once.',
        'Somebody asked for it to sign in with this address from now on.',
        'If it was not you, do nothing: without the code nothing happens.',
      ],
      link: 'Open your account',
    },
    account_exists: {
      subject: 'You already have an account',
      paragraphs: [
        'Somebody asked for a code to register with this address, but it has an account already. No code was sent.',
        'If it was you, sign in. If you have forgotten your password, you can choose a new one there.',
        'If it was not you, do nothing: your account is as it was.',
      ],
      link: 'Sign in',
    },
    new_sign_in: {
      subject: 'New sign-in to your account',
      paragraphs: [
        'Somebody signed in to your account from a browser that you have not used here before.',
        'Time: {time}.[ Browser: {browser}.][ Device: {system}.][ Network: {network}.]',
        'If it was you, do nothing. If it was not you, the page below signs out everybody and lets withdrawals rest for 24 hours. It is good for seven days.',
      ],
      link: 'This was not me',
    },
    codes_tried: {
      subject: 'Somebody has tried codes to sign in to your account',
      paragraphs: [
        'Somebody who knows your password has typed ten or more wrong codes for the second step of signing in. They were not let in.',
        'If it was not you, your password is known: choose another one now.',
      ],
      link: 'Change your password',
    },
    password_reset: {
      subject: 'Your password was changed by a code',
      paragraphs: [
        'A new password was chosen for your account by a code that we sent. Everybody was signed out, and withdrawals rest for 24 hours.',
        'If it was not you, choose a new password at once and write to our service.',
      ],
      link: 'Sign in',
    },
    password_changed: {
      subject: 'Your password was changed',
      paragraphs: [
        'The password of your account was changed, and everybody was signed out.',
        'If it was not you, choose a new password at once and write to our service.',
      ],
      link: 'Sign in',
    },
    signed_out: {
      subject: 'Everybody was signed out of your account',
      paragraphs: [
        'Somebody said by the link in a letter of ours that a sign-in was not theirs. Everybody was signed out, and withdrawals rest for 24 hours.',
        'Whoever signed in may know your password: choose a new one before you sign in again.',
      ],
      link: 'Choose a new password',
    },
  },
  because: {
    safety: 'This letter is about the safety of your account, so it cannot be turned off.',
    chosen: 'You can turn off letters like this one in the app, under Security and limits.',
    asked: 'You get this letter because you asked for news in the app, under Security and limits.',
  },
  stop: {
    link: 'Get no more news by mail',
    title: 'News by mail',
    text: 'With one tap you get no more news by mail. Letters about your money and the safety of your account go on.',
    button: 'Get no more news',
    done: 'You get no more news by mail',
    again: 'You can ask for them again in the app, under Security and limits.',
    broken: 'This link is not complete. Please open it from the letter again.',
    open: 'Open the app',
  },
  never: 'We never ask for your password or for a code by mail or by phone.',
};
