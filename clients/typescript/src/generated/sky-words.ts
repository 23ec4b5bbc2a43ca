// Made by `npm run codegen` from src/language/catalogues.

export const SKY_WORDS = {
  "clear": {
    "ca": "serè",
    "de": "klar",
    "en": "clear",
    "es": "despejado",
    "fr": "dégagé",
    "it": "sereno"
  },
  "drizzle": {
    "ca": "plugim",
    "de": "Nieselregen",
    "en": "drizzle",
    "es": "llovizna",
    "fr": "bruine",
    "it": "pioviggine"
  },
  "dust": {
    "ca": "pols o torb",
    "de": "Staub, Schneetreiben",
    "en": "dust or drifting snow",
    "es": "polvo o ventisca",
    "fr": "poussière ou neige soufflée",
    "it": "polvere o neve sollevata dal vento"
  },
  "fair": {
    "ca": "parcialment ennuvolat",
    "de": "teils bewölkt",
    "en": "partly cloudy",
    "es": "parcialmente nublado",
    "fr": "peu nuageux",
    "it": "poco nuvoloso"
  },
  "fog": {
    "ca": "boira",
    "de": "Nebel",
    "en": "fog",
    "es": "niebla",
    "fr": "brouillard",
    "it": "nebbia"
  },
  "freezing": {
    "ca": "pluja gelant",
    "de": "gefrierender Regen",
    "en": "freezing rain",
    "es": "lluvia engelante",
    "fr": "pluie verglaçante",
    "it": "pioggia congelante"
  },
  "haze": {
    "ca": "calitja",
    "de": "Dunst",
    "en": "haze",
    "es": "calima",
    "fr": "brume sèche",
    "it": "foschia"
  },
  "overcast": {
    "ca": "cobert",
    "de": "bedeckt",
    "en": "overcast",
    "es": "cubierto",
    "fr": "couvert",
    "it": "coperto"
  },
  "rain": {
    "ca": "pluja",
    "de": "Regen",
    "en": "rain",
    "es": "lluvia",
    "fr": "pluie",
    "it": "pioggia"
  },
  "recent": {
    "ca": "pluja abans",
    "de": "vorher Regen",
    "en": "rain before",
    "es": "lluvia antes",
    "fr": "pluie récente",
    "it": "pioggia recente"
  },
  "showers": {
    "ca": "ruixats",
    "de": "Schauer",
    "en": "showers",
    "es": "chubascos",
    "fr": "averses",
    "it": "rovesci"
  },
  "sleet": {
    "ca": "aiguaneu",
    "de": "Schneeregen",
    "en": "sleet",
    "es": "aguanieve",
    "fr": "pluie et neige mêlées",
    "it": "pioggia mista a neve"
  },
  "snow": {
    "ca": "neu",
    "de": "Schnee",
    "en": "snow",
    "es": "nieve",
    "fr": "neige",
    "it": "neve"
  },
  "snowShowers": {
    "ca": "ruixats de neu",
    "de": "Schneeschauer",
    "en": "snow showers",
    "es": "chubascos de nieve",
    "fr": "averses de neige",
    "it": "rovesci di neve"
  },
  "thunder": {
    "ca": "tempesta",
    "de": "Gewitter",
    "en": "thunderstorm",
    "es": "tormenta",
    "fr": "orage",
    "it": "temporale"
  }
} as const
