// `npm run test:quick`: the whole suite without the files that start programs.

import { mergeConfig, type ViteUserConfig } from 'vitest/config'
import whole from '../vitest.config.ts'
import { filesThatStartPrograms } from './support/quick-tests.ts'

const { include, exclude } = whole.test!
const quick: ViteUserConfig = {
  test: { exclude: filesThatStartPrograms({ include: include!, exclude: exclude! }) },
}
export default mergeConfig(whole, quick)
