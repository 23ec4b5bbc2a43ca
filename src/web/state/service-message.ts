// Sentences of the service about what is on the page: in its language, and trails that are followed by the names that
// lists and map have for them. What signs show stays as it is on the spot.

import { language } from '../i18n/preferences.ts'
import { serviceText, withNames, type ServiceText } from '../i18n/service-text.ts'
import { otherTrailNames } from './waypoint-names.ts'

export function serviceMessage(message: string): ServiceText {
  return serviceText(language.value, withNames(message, otherTrailNames.value))
}
