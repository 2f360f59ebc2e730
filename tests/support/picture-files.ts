import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'
import sharp from 'sharp'

/** Creates a picture: the left half red, the right half blue. */
export async function makePicture(kind: 'jpeg' | 'png' | 'webp' | 'gif' = 'jpeg'): Promise<Buffer> {
  return await twoHalves().toFormat(kind).toBuffer()
}

/** Creates a picture as of a phone: rotated by metadata, with GPS position. */
export async function makePhonePicture(): Promise<Buffer> {
  return await twoHalves()
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'TurbinePhone' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '31/1 17/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '120/1 35/1 0/1',
      },
    })
    .jpeg({ quality: 100 })
    .toBuffer()
}

function twoHalves() {
  const red = { create: { width: 240, height: 320, channels: 3 as const, background: '#ff0000' } }
  return sharp({ create: { width: 480, height: 320, channels: 3, background: '#0000ff' } }).composite([
    { input: red, left: 0, top: 0 },
  ])
}

/** Creates a PNG of a few kilobytes that needs width × height / 8 bytes of memory: one bit per pixel, all the same. */
export async function makePngBomb(width: number, height: number): Promise<Buffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(1, 8)
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', await promisify(deflate)(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Creates a chunk of a PNG: length, name, bytes, checksum. */
export function pngChunk(name: string, bytes: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), bytes])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(bytes.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
