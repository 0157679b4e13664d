// The company whose contact somebody wants to see, as the browser keeps it: the app's only cookie. Nothing else goes by it, and no call reads it. Pure.

const NAME = 'company_id';
/** Three years. */
const MAX_AGE_S = 94_608_000;
const ID = /^[1-9]\d{0,18}$/;

/** What is written to `document.cookie`; `isHttps`: of the page. */
export const choiceCookie = (id: string, isHttps: boolean): string =>
  `${NAME}=${id}; Max-Age=${MAX_AGE_S}; Path=/; SameSite=Lax${isHttps ? '; Secure' : ''}`;

/** `cookies`: as `document.cookie` gives them. Undefined where none was chosen, or what stands there is no id. */
export function chosenIn(cookies: string): string | undefined {
  const value = cookies
    .split('; ')
    .find((one) => one.startsWith(`${NAME}=`))
    ?.slice(NAME.length + 1);
  return value !== undefined && ID.test(value) ? value : undefined;
}
