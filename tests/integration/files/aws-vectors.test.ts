// Signature Version 4 against the examples that AWS publishes for S3 ("Signature Calculations for the Authorization Header: Transferring Payload
// in a Single Chunk"): the library that signs for the server, and the test bucket's own check of it.

import { AwsV4Signer } from 'aws4fetch';
import { describe, expect, test } from 'vitest';
import { signatureOf } from './bucket-server.ts';

const KEYS = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  service: 's3',
  datetime: '20130524T000000Z',
};
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const WELCOME = '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072';
const HOST = 'examplebucket.s3.amazonaws.com';

interface Example {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signature: string;
}

const EXAMPLES: Readonly<Record<string, Example>> = {
  'GET object': {
    method: 'GET',
    target: '/test.txt',
    headers: { range: 'bytes=0-9', 'x-amz-content-sha256': EMPTY },
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  'PUT object': {
    method: 'PUT',
    target: '/test%24file.text',
    headers: {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      'x-amz-content-sha256': WELCOME,
    },
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  'GET bucket lifecycle': {
    method: 'GET',
    target: '/?lifecycle',
    headers: { 'x-amz-content-sha256': EMPTY },
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  'GET bucket (list objects)': {
    method: 'GET',
    target: '/?max-keys=2&prefix=J',
    headers: { 'x-amz-content-sha256': EMPTY },
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
};

describe.each(Object.entries(EXAMPLES))('%s', (_, { method, target, headers, signature }) => {
  test('is signed as AWS says by the library', async () => {
    const signer = new AwsV4Signer({ ...KEYS, method, url: `https://${HOST}${target}`, headers, allHeaders: true });
    const signed = await signer.sign();
    expect(signed.headers.get('authorization')).toMatch(new RegExp(`Signature=${signature}$`));
  });

  test('is checked as AWS says by the test bucket', () => {
    const all = { ...headers, host: HOST, 'x-amz-date': KEYS.datetime };
    const names = Object.keys(all).sort().join(';');
    const authorization = `AWS4-HMAC-SHA256 Credential=${KEYS.accessKeyId}/20130524/us-east-1/s3/aws4_request,SignedHeaders=${names},Signature=`;
    const request = { method, target, headers: { ...all, authorization } };
    expect(signatureOf(request, KEYS.secretAccessKey)).toBe(signature);
    expect(signatureOf(request, `${KEYS.secretAccessKey}x`)).not.toBe(signature);
  });
});
