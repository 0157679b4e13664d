// What we use of web-push, which has no types of its own: keys of a sender (RFC 8292) and a request that is encrypted for one browser (RFC 8291).

declare module 'web-push' {
  export interface VapidKeys {
    /** base64url. */
    readonly publicKey: string;
    readonly privateKey: string;
  }

  export interface RequestDetails {
    readonly method: 'POST';
    readonly headers: Readonly<Record<string, string | number>>;
    readonly body: Buffer;
  }

  interface WebPush {
    generateVAPIDKeys(): VapidKeys;
    generateRequestDetails(
      subscription: { readonly endpoint: string; readonly keys: { readonly p256dh: string; readonly auth: string } },
      payload: string,
      options: {
        readonly vapidDetails: VapidKeys & { readonly subject: string };
        /** Seconds. */
        readonly TTL: number;
        readonly topic: string;
      },
    ): RequestDetails;
  }

  const webPush: WebPush;
  // biome-ignore lint/style/noDefaultExport: the package has no other.
  export default webPush;
}
