/** A photo of a face, larger than it need be; or of other measures. */
export async function createPhoto({ width = 900, height = 1200, name = '我.jpg' } = {}): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  const drawing = canvas.getContext('2d')
  if (!drawing) throw new Error('no canvas')
  drawing.fillStyle = '#bbccdd'
  drawing.fillRect(0, 0, width, height)
  drawing.fillStyle = '#e8c4a0'
  drawing.ellipse(width / 2, height * 0.43, width / 5, height / 5, 0, 0, 2 * Math.PI)
  drawing.fill()
  return new File([await canvas.convertToBlob({ type: 'image/jpeg' })], name, { type: 'image/jpeg' })
}

/** A small JPEG that says of itself to have as many pixels as that: who unpacks it needs room for all of them. */
export async function createPictureBomb(width: number, height: number): Promise<File> {
  const bytes = new Uint8Array(await (await createPhoto({ width: 16, height: 16 })).arrayBuffer())
  // Start of frame: marker, length, precision, then height and width.
  const start = bytes.findIndex((byte, index) => byte === 0xff && bytes[index + 1] === 0xc0)
  new DataView(bytes.buffer).setUint16(start + 5, height)
  new DataView(bytes.buffer).setUint16(start + 7, width)
  return new File([bytes], 'large.jpg', { type: 'image/jpeg' })
}
