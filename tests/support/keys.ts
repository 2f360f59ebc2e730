import { createSecrets, type Secrets } from '#server/secrets/secrets.ts'

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')

/** Keys for tests without a key file. */
export const testSecrets: Secrets = createSecrets({ hmac: key(1), sealBy: '1', seal: { 1: key(2) } })
