// The public files of the log of acts, as anybody reads them.

/** By their path below /tlog/acts/. Rejects where one is not shown. */
export async function readActsLog(path: string): Promise<Uint8Array> {
  const answer = await fetch(`/tlog/acts/${path}`, { cache: path === 'checkpoint' ? 'no-store' : 'default' });
  if (!answer.ok) throw new Error(`the log does not show ${path}`);
  return new Uint8Array(await answer.arrayBuffer());
}
