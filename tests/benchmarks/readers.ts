// Demo users with something to read: a full page of open positions, of history and of running options each, made by the product's own calls.

const PAGE = 20;
/** The longest option there is: it must still run when it is read. */
const OPTION = { type: '1', number: '20', seconds: '300' };
const POSITION = { type: '1', cont: '0.01', status: '1', multiple: '100' };

export interface Reader {
  readonly id: string;
  readonly token: string;
}

interface Answer {
  readonly code: number;
  readonly msg: string;
  readonly data: { readonly token: string; readonly user: { readonly id: string }; readonly Id: string };
}

async function post(url: string, form: Readonly<Record<string, string>>, token = ''): Promise<Answer['data']> {
  const headers: HeadersInit = token === '' ? {} : { authorization: token };
  const answer = (await (
    await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) })
  ).json()) as Answer;
  if (answer.code !== 1) throw new Error(`${url}: ${answer.msg}`);
  return answer.data;
}

async function makeReader(appUrl: string): Promise<Reader> {
  const { token, user } = await post(`${appUrl}/api/user/createAccountDemoForU`, {});
  for (let n = 0; n < PAGE; n += 1) {
    const pair = { forex_id: String(1 + (n % 5)) };
    const { Id } = await post(`${appUrl}/v2/api/forex/submit`, { ...POSITION, ...pair }, token);
    await post(`${appUrl}/v2/api/forex/close`, { id: Id }, token);
    await post(`${appUrl}/v2/api/forex/submit`, { ...POSITION, ...pair }, token);
    await post(`${appUrl}/v2/api/micro/submit`, { ...OPTION, ...pair }, token);
  }
  return { id: user.id, token };
}

export const makeReaders = (appUrl: string, count: number): Promise<Reader[]> =>
  Promise.all(Array.from({ length: count }, () => makeReader(appUrl)));
