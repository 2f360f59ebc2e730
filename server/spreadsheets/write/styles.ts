import { xmlText } from './xml-text.ts'

/** Formats of cells that every workbook has, by their places in the list of styles of the workbook. */
export const styles = { plain: 0, text: 1, header: 2, day: 3, moment: 4, second: 5, time: 6 } as const

/** Number of the built-in format `@`: what is typed into such a cell stays the text it is. */
const textFormat = 49

/** Ids from here on are of formats that a person's workbook had. */
const firstFurther = 168

const own = { day: 164, moment: 165, second: 166, time: 167 }

const xf = (format: number, font = 0): string =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0"${format > 0 ? ' applyNumberFormat="1"' : ''}${font > 0 ? ' applyFont="1"' : ''}/>`

/** Number formats that a person's workbook had, as they are met while its cells are written. */
export interface FurtherFormats {
  /** The style of a cell with this format. */
  styleOf(format: string): number
  /** In the order of their styles. */
  readonly codes: readonly string[]
}

/** Collects number formats. */
export function collectFormats(): FurtherFormats {
  const places = new Map<string, number>()
  return {
    styleOf: (format) => {
      const place = places.get(format) ?? places.size
      places.set(format, place)
      return Object.keys(styles).length + place
    },
    get codes() {
      return [...places.keys()]
    },
  }
}

/** The part `xl/styles.xml`. */
export const stylesXml = (further: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    `<numFmts count="${4 + further.length}">`,
    `<numFmt numFmtId="${own.day}" formatCode="yyyy\\-mm\\-dd"/>`,
    `<numFmt numFmtId="${own.moment}" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/>`,
    `<numFmt numFmtId="${own.second}" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>`,
    `<numFmt numFmtId="${own.time}" formatCode="hh:mm:ss"/>`,
    ...further.map(
      (code, place) => `<numFmt numFmtId="${firstFurther + place}" formatCode="${xmlText(code)}"/>`,
    ),
    '</numFmts>',
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>',
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
    '<fills count="2"><fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill></fills>',
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${Object.keys(styles).length + further.length}">`,
    xf(0),
    xf(textFormat),
    xf(textFormat, 1),
    xf(own.day),
    xf(own.moment),
    xf(own.second),
    xf(own.time),
    ...further.map((_, place) => xf(firstFurther + place)),
    '</cellXfs>',
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
    '</styleSheet>',
  ].join('')
