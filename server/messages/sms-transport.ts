import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { toInstant } from '#contract/time.ts'
import { DeliveryError, errorCode, type Delivery, type Transport } from './transport.ts'
import { messageFolder } from './folder.ts'
import { isTextable } from './sms-prefixes.ts'

/** Answers of a provider that say that this text will never be taken: all of 4xx but those about us or about now. */
const notAboutTheText = new Set([401, 403, 404, 405, 407, 408, 425, 429])

/** The driver for text messages that the operator chose. It sends to the numbers that the operator allows. */
export function createSmsTransport({
  sms,
  smsPrefixes,
  dataDir,
}: Pick<Config, 'sms' | 'smsPrefixes' | 'dataDir'>): Transport {
  const driver = sms.driver === 'http' ? httpDriver(sms) : folderDriver(join(dataDir, 'outgoing', 'sms'))
  return {
    ...driver,
    send: async (delivery, signal) => {
      if (!isTextable(delivery.to, smsPrefixes)) throw new DeliveryError('permanent', 'prefix not allowed')
      await driver.send(delivery, signal)
    },
  }
}

/** Each text is a file; one that brings a code goes when the code is over. */
function folderDriver(folder: string): Transport {
  const files = messageFolder(folder, '.json')
  return {
    send: (delivery) => files.write(delivery.id, `${JSON.stringify(toWire(delivery), null, 2)}\n`),
    forget: (ids) => files.remove(ids),
    close: () => {},
  }
}

/** Posts each text to a provider. A provider that knows `Idempotency-Key` sends a text once, however often it is posted. */
function httpDriver({ url, token }: { url: string; token: string }): Transport {
  return {
    send: async (delivery, signal) => {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': delivery.id,
        },
        body: JSON.stringify(toWire(delivery)),
        // The token is for this address only.
        redirect: 'manual',
        signal,
      }).catch((error: unknown) => {
        throw new DeliveryError('provider', signal.aborted ? 'timeout' : errorCode(error))
      })
      await answer.body?.cancel()
      if (answer.ok) return
      const { status } = answer
      const isFinal = status >= 400 && status < 500 && !notAboutTheText.has(status)
      throw new DeliveryError(isFinal ? 'permanent' : 'provider', `HTTP ${status}`)
    },
    close: () => {},
  }
}

function toWire({ to, purpose, code, text, at }: Delivery): object {
  return { to, purpose, code, text, at: toInstant(at) }
}
