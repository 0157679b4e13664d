// What a user did, sorted by order: how it was placed as sent, what was changed, how it was ended. Built from the recorded calls alone.

const ACCEPTED = 1;

/** The stretch of the log, by place, in which the server must have taken its newest tick when it decided the call. */
export const windowOf = (action) => ({ from: action.before - 1, to: action.after - 1 });

/**
 * Per order of a user: {family, id, row, proof, placed, changes, ending, reset, placedAt}. Adds a disagreement for an order that nobody sent,
 * that is listed twice or has no proof.
 */
export function storiesOf(user, findings) {
  const stories = new Map();
  for (const family of ['forex', 'micro'])
    for (const row of user[family]) {
      const key = `${family} ${row.Id}`;
      if (stories.has(key)) findings.add(key, 'is listed twice');
      stories.set(key, { family, id: row.Id, row, key: `${user.name} ${key}`, changes: [], placedAt: -1 });
    }
  for (const { family, id, answer } of user.proofs) {
    const story = stories.get(`${family} ${id}`);
    if (story) story.proof = answer;
  }
  for (const [at, action] of user.actions.entries()) if (action.code === ACCEPTED) tell(stories, action, at, findings);
  for (const story of stories.values()) {
    if (!story.placed) findings.add(story.key, 'is listed, but nobody placed it');
    if (!story.proof) findings.add(story.key, 'has no proof');
  }
  return [...stories.values()].filter((story) => story.placed && story.proof);
}

function tell(stories, action, at, findings) {
  const { call, input, data } = action;
  const of = (family, id) => {
    const story = stories.get(`${family} ${id}`);
    if (!story) findings.add(`${family} ${id}`, `was answered to ${call} and is in no list`);
    return story;
  };
  if (call === 'forex_submit' || call === 'micro_submit') {
    const story = of(call === 'micro_submit' ? 'micro' : 'forex', data.Id);
    if (story) Object.assign(story, { placed: action, placedAt: at });
  } else if (call === 'set_stop_price') {
    of('forex', input.id)?.changes.push(action);
  } else if (call === 'forex_close' || call === 'cancel_trade') {
    const story = of('forex', input.id);
    if (story) story.ending = action;
  } else if (call === 'forex_close_all') {
    for (const id of data.closed) {
      const story = of('forex', id);
      if (story) story.ending = action;
    }
  } else if (call === 'resetForexDemoAccount') {
    for (const story of stories.values()) if (story.placed) story.reset ??= action;
  }
}
