import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A line to a server that can be cut: for what happens when a database goes away and comes back. */
export interface CuttableLine {
  /** The server's address, by way of this line. */
  url: string
  /** Breaks every connection and refuses new ones. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

/** Lays a line to the server of an address. */
export async function layLine(url: string): Promise<CuttableLine> {
  const { hostname, port } = new URL(url)
  const ends = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) {
      near.destroy()
      return
    }
    const far = connect(Number(port), hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        ends.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = new URL(url)
  address.hostname = '127.0.0.1'
  address.port = String((server.address() as AddressInfo).port)
  return {
    url: address.href,
    cut: () => {
      isCut = true
      for (const end of ends) end.destroy()
    },
    mend: () => {
      isCut = false
    },
    close: () => {
      for (const end of ends) end.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
