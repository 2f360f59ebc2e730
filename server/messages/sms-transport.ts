import { join } from 'node:path'
import { toInstant } from '#contract/time.ts'
import {
  DeliveryError,
  getErrorCode,
  type Delivery,
  type Transport,
  createMessageFolder,
} from './transport.ts'

/** 4xx statuses that do not reject the message itself: they concern the token, the URL or the load of the provider. */
const retryableStatuses = new Set([401, 403, 404, 405, 407, 408, 425, 429])

/** Destination of text messages: a folder of files, or a provider's URL with the token that it requires. */
export type SmsConfig = { driver: 'folder' } | { driver: 'http'; url: string; token: string }

/** Configuration of the transport for text messages. */
export interface SmsTransportConfig {
  sms: SmsConfig
  /** Texts go to numbers that begin with one of these, such as `+86`. */
  smsPrefixes: readonly string[]
  /** Folder with the data of the server, in which `folder` writes texts. */
  dataDir: string
}

/** Creates the transport for text messages that the operator chose. It sends to allowed numbers only. */
export function createSmsTransport({ sms, smsPrefixes, dataDir }: SmsTransportConfig): Transport {
  const transport =
    sms.driver === 'http' ? createHttpTransport(sms) : createFolderTransport(join(dataDir, 'outgoing', 'sms'))
  return {
    ...transport,
    send: async (delivery, signal) => {
      if (!isTextable(delivery.to, smsPrefixes)) throw new DeliveryError('permanent', 'prefix not allowed')
      await transport.send(delivery, signal)
    },
  }
}

/** Each text is a file; one with a code is removed when the code expires. */
function createFolderTransport(folder: string): Transport {
  const files = createMessageFolder(folder, '.json')
  return {
    send: (delivery) => files.write(delivery.id, `${JSON.stringify(toWire(delivery), null, 2)}\n`),
    deleteCopies: (ids) => files.remove(ids),
    close: () => {},
  }
}

/** Posts each text to a provider. With `Idempotency-Key`, a provider sends a text once, however often it is posted. */
function createHttpTransport({ url, token }: { url: string; token: string }): Transport {
  return {
    send: async (delivery, signal) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': delivery.id,
        },
        body: JSON.stringify(toWire(delivery)),
        // The token is for this URL only.
        redirect: 'manual',
        signal,
      }).catch((error: unknown) => {
        // The signal also aborts when the process stops; the recorder then replaces the problem by `interrupted`.
        throw new DeliveryError('provider', signal.aborted ? 'timeout' : getErrorCode(error))
      })
      // The text of the response is not needed; unread, it would occupy the connection.
      await response.body?.cancel()
      if (response.ok) return
      const { status } = response
      const isPermanent = status >= 400 && status < 500 && !retryableStatuses.has(status)
      throw new DeliveryError(isPermanent ? 'permanent' : 'provider', `HTTP ${status}`)
    },
    close: () => {},
  }
}

/** Creates the JSON of a text message for providers and files. */
function toWire({ to, purpose, code, text, at }: Delivery): object {
  return { to, purpose, code, text, at: toInstant(at) }
}

/**
 * Prefixes of numbers that get texts by default: China and the countries of most participants. Texts to other countries
 * cost more, and fraudsters earn from texts to numbers of their own.
 */
export const defaultSmsPrefixes: readonly string[] = [
  // East, South and South-East Asia
  '+86 +852 +853 +886 +81 +82 +976 +91 +60 +62 +63 +65 +66 +84',
  // The Gulf, Turkey, Israel, Egypt, Central Asia
  '+971 +974 +966 +965 +968 +973 +90 +972 +20 +7',
  // Europe
  '+30 +31 +32 +33 +34 +351 +352 +353 +354 +356 +357 +358 +359 +36 +370 +371 +372 +385 +386 +39 +40 +41',
  '+420 +421 +423 +43 +44 +45 +46 +47 +48 +49 +380 +381',
  // America, Australia, New Zealand, South Africa
  '+1 +52 +54 +55 +56 +57 +51 +61 +64 +27',
].flatMap((region) => region.split(' '))

/** Prefixes of islands that share `+1` with the United States and Canada but cost as much as other countries. */
const islandPrefixes: readonly string[] = [
  '242 246 264 268 284 345 441 473 649 658 664 721 758 767 784 809 829 849 868 869 876',
].flatMap((areaCodes) => areaCodes.split(' ').map((areaCode) => `+1${areaCode}`))

/**
 * Checks whether a number can get texts. An island needs its own prefix: `+1` alone does not allow `+1876`.
 * @param number E.164
 */
export function isTextable(number: string, prefixes: readonly string[]): boolean {
  const islandPrefix = islandPrefixes.find((prefix) => number.startsWith(prefix))
  const matchingPrefixes = prefixes.filter((prefix) => number.startsWith(prefix))
  return matchingPrefixes.some((prefix) => islandPrefix === undefined || prefix.length >= islandPrefix.length)
}
