/** Samples per second, each of two bytes, one channel. */
const sampleRate = 44_100
const headerBytes = 44

/** Creates a sound file (WAV, PCM) of a rising tone, which every browser can play and seek. */
export function waveFile(seconds: number): Buffer {
  const samples = sampleRate * seconds
  const bytes = Buffer.alloc(headerBytes + samples * 2)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(sampleRate, 24)
  bytes.writeUInt32LE(sampleRate * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(samples * 2, 40)
  const level = (at: number) => Math.round(8000 * Math.sin((at / sampleRate) * (400 + at / 4000)))
  for (let at = 0; at < samples; at += 1) bytes.writeInt16LE(level(at), headerBytes + at * 2)
  return bytes
}
