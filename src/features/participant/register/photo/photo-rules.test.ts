import { describe, expect, it } from 'vitest'
import {
  getMaxZoom,
  checkPhotoSize,
  minPhotoSize,
  photoRatio,
  getPhotoSize,
  readPhotoKind,
} from './photo-rules.ts'

const bytes = (...chunks: (string | number)[]) =>
  new Uint8Array(
    chunks.flatMap((chunk) => (typeof chunk === 'string' ? Array.from(Buffer.from(chunk)) : [chunk])),
  )

describe('the kind of a file', () => {
  it.each([
    ['picture', bytes(0xff, 0xd8, 0xff, 0xe0)],
    ['picture', bytes(0x89, 'PNG', 13, 10, 26, 10)],
    ['picture', bytes('RIFF', 1, 2, 3, 4, 'WEBPVP8 ')],
    ['heic', bytes(0, 0, 0, 24, 'ftypheic')],
    ['heic', bytes(0, 0, 0, 24, 'ftypmif1')],
    ['heic', bytes(0, 0, 0, 24, 'ftypavif')],
    ['pdf', bytes('%PDF-1.7')],
    ['other', bytes(0, 0, 0, 24, 'ftypmp42')],
    ['other', bytes('RIFF', 1, 2, 3, 4, 'WAVEfmt ')],
    ['other', bytes('GIF89a')],
    ['other', bytes()],
  ] as const)('is %s by its first bytes %#', (kind, head) => {
    expect(readPhotoKind(head)).toBe(kind)
  })
})

describe('the size of a picture', () => {
  it('may not be too large or too small', () => {
    expect(checkPhotoSize(8000, 5000)).toEqual({ kind: 'too_many_pixels', megapixels: 40 })
    expect(checkPhotoSize(5000, 5000)).toBeUndefined()
    expect(checkPhotoSize(minPhotoSize.width, minPhotoSize.height)).toBeUndefined()
    expect(checkPhotoSize(minPhotoSize.width - 1, 2000)).toMatchObject({ kind: 'too_small' })
    expect(checkPhotoSize(2000, minPhotoSize.height - 1)).toMatchObject({ kind: 'too_small' })
  })

  it('says how far may be zoomed in until the cut has too few pixels', () => {
    expect(getMaxZoom(590, 826)).toBeCloseTo(2, 2)
    expect(getMaxZoom(minPhotoSize.width, minPhotoSize.height)).toBe(1)
    expect(getMaxZoom(4000, 6000)).toBe(4)
  })

  it('of what is made of it is that of the cut, and no larger than is needed', () => {
    expect(getPhotoSize(500)).toEqual({ width: 500, height: 700 })
    expect(getPhotoSize(3000)).toEqual({ width: 1050, height: 1470 })
    // The one-inch photo of photo shops is a little smaller than the server's minimum.
    expect(getPhotoSize(minPhotoSize.width)).toEqual({ width: 300, height: 420 })
    expect(getPhotoSize(minPhotoSize.width).width / getPhotoSize(minPhotoSize.width).height).toBeCloseTo(
      photoRatio,
      2,
    )
  })
})
