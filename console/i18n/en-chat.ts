// The console's English texts of the chat.

export const chatEn = {
  'chat.title': 'Chat',
  'chat.one': 'Conversation',
  'chat.states': 'Which conversations',
  'chat.state.open': 'Waiting for us',
  'chat.state.waiting_user': 'Answered',
  'chat.state.closed': 'Closed',
  'chat.empty': 'Nobody is here',
  'chat.user': 'User',
  'chat.system.closed': 'The conversation was closed.',
  'chat.masked': 'Something secret was left out of it before it was stored.',
  'chat.answer': 'Answer',
  'chat.answer_hint':
    'No links but to the app, no addresses, no telephone numbers. Never ask for a password or a code.',
  'chat.send': 'Send',
  'chat.prepared': 'Ready answers',
  'chat.take': 'Take',
  'chat.taken': 'Yours for half an hour.',
  'chat.hand_over': 'Hand over',
  'chat.hand_over_to': 'Hand over to',
  'chat.everybody': 'Everybody',
  'chat.handed_over': 'Handed over.',
  'chat.close': 'Close the conversation',
  'chat.closed': 'Closed.',
  'chat.read': 'read by the user',
  'chat.score': 'Judged {{score}} of 5',
} as const;
