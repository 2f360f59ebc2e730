export { mergeDeviceFavourites } from './merge-device-favourites.ts'
