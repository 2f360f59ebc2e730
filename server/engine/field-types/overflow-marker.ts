/**
 * Stands in a workbook's cell in the place of a text that is longer than a cell holds (32,767 characters, Excel's limit).
 * Read back it says nothing, so that an import leaves the text as it is.
 */
export const overflowMarker = '[too long for a cell / 单元格放不下]'
