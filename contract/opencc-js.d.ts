/** A table of OpenCC: pairs joined by `|`, traditional and simplified characters of a pair by blanks. */
declare module 'opencc-js/dict/TSCharacters' {
  const characters: string
  export default characters
}
