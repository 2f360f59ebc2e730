/** A file that was chosen and lies on this device only. */
export interface SelectedFile {
  file: Blob
  name: string
}

/** True for the value of a field whose file was chosen here, and is none of the server's yet. */
export function isSelectedFile(value: unknown): value is SelectedFile {
  return typeof value === 'object' && value !== null && 'file' in value && value.file instanceof Blob
}
