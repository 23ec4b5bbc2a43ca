// The service's sentences about lines that are supplied, trails that are followed, weather and snow, in German.

import { amount, asItIs, point, type Phrase } from './de-phrases.ts'

/** Pieces of a sentence, each in its words. */
const pieces =
  (words: readonly (readonly [english: RegExp, german: string])[]): Phrase =>
  (text) =>
    amount(words.reduce((said, [english, german]) => said.replace(english, german), text))

const heightFault = pieces([
  [/^the file has no heights$/, 'die Datei hat keine'],
  [
    /^(.{1,9} %) of the points have no usable height \(at most (.{1,9} %) allowed\)$/,
    '$1 der Punkte haben keine brauchbare (erlaubt sind $2)',
  ],
  [
    /^(.{1,9} %) of the heights are spikes of (\d{1,5} m) or more \(at most (.{1,9} %) allowed\)$/,
    '$1 davon sind Sprünge von $2 oder mehr (erlaubt sind $3)',
  ],
  [/^all heights are (-?\d{1,5} m) over ([\d.]{1,9} km)$/, 'alle sind $1 auf $2'],
  [
    /^their median is (\d{1,5} m) above the terrain \(at most (\d{1,5} m) allowed\)$/,
    'ihr Median liegt $1 über dem Gelände (erlaubt sind $2)',
  ],
  [
    /^their median is (\d{1,5} m) below the terrain \(at most (\d{1,5} m) allowed\)$/,
    'ihr Median liegt $1 unter dem Gelände (erlaubt sind $2)',
  ],
])

const unmatched = pieces([
  [/no way is near for /g, 'kein Weg in der Nähe: '],
  [/the ways near it do not join for /g, 'die Wege dort hängen nicht zusammen: '],
  [/it lies outside the region for /g, 'außerhalb des Gebiets: '],
  [/the ways near it are closed to this profile for /g, 'die Wege dort sind für dieses Profil gesperrt: '],
  [/it runs too far from the way that joins its points for /g, 'zu weit von dem Weg, der die Punkte verbindet: '],
])

const reachFault = pieces([
  [/^has lines of more than ([\d,]{1,12}) points$/, 'hat Linien mit mehr als $1 Punkten'],
  [/^covers too much ground for a `toleranceM` of (\d{1,5})$/, 'bedeckt zu viel Gelände'],
])

const closedTrail = pieces([
  [/^the network of this region has none of its ways$/, 'die Karte dieses Gebiets hat keinen seiner Wege'],
  [/^all of its ways are closed under these settings$/, 'alle seine Wege sind mit diesen Einstellungen gesperrt'],
  [
    /^all of its ways are closed with `maxSac` (\d); some are open with `maxSac` (\d)$/,
    'bis zum Grad T$1 sind alle seine Wege gesperrt; bis T$2 sind manche offen',
  ],
])

const noAlternatives = pieces([
  [/^a waypoint lies on a via ferrata$/, 'ein Wegpunkt liegt auf einem Klettersteig'],
  [/^this network does not support them$/, 'dieses Wegenetz kann es nicht'],
])

const forecastFault = pieces([
  [/^no weather provider is set up$/, 'dieser Server hat keine Wetterquelle'],
  [/^the weather provider failed$/, 'die Wetterquelle ist ausgefallen'],
  [
    /^The weather provider is not answering; it will be tried again shortly$/,
    'die Wetterquelle antwortet nicht und wird bald wieder gefragt',
  ],
  [/^Too many requests are waiting for the weather provider$/, 'zu viele Fragen warten auf die Wetterquelle'],
  [/^The weather provider .{1,400}$/, 'die Wetterquelle hat die Frage abgelehnt'],
])

const areas: Phrase = (text) => text.replace(/^(\d+) areas /, '$1 Gebieten ')

export const LINES: readonly (readonly [pattern: RegExp, words: string, ...phrases: Phrase[]])[] = [
  [
    /^([\d.,]+ k?m) of the line follow no way of the network \((.{1,400})\): nothing is known of their surface, grade or hazards\.$/,
    '{0} der Linie folgen keinem Weg der Karte ({1}): Untergrund, Grad und Gefahren dort sind unbekannt.',
    amount,
    unmatched,
  ],
  [
    /^The recorded heights are not used: (.{1,200})\. The heights come from the terrain model\.$/,
    'Die aufgezeichneten Höhen werden nicht genommen: {0}. Die Höhen sind die des Geländes.',
    heightFault,
  ],
  [
    /^The recorded heights cannot be used: (.{1,200})\. Set `elevation` to "terrain" or "auto"\.$/,
    'Die aufgezeichneten Höhen sind nicht brauchbar: {0}.',
    heightFault,
  ],
  [
    /^([\d,]+ m) of the line have no height; any climb there is left out, not interpolated\.$/,
    '{0} der Linie haben keine Höhe; der Anstieg dort fehlt und ist nicht geschätzt.',
    amount,
  ],
  [
    /^([\d,]+) of ([\d,]+) points, along ([\d,]+ m), have no recorded height that can be right; climb is counted between the heights around them\.$/,
    '{0} von {1} Punkten, auf {2}, haben keine aufgezeichnete Höhe, die stimmen kann; der Anstieg ist zwischen den Höhen um sie gezählt.',
    asItIs,
    asItIs,
    amount,
  ],
  [
    /^No heights are known along the line: climb and time are not given\.$/,
    'Entlang der Linie sind keine Höhen bekannt: Anstieg und Zeit werden nicht angegeben.',
  ],
  [
    /^No heights are known along the course: climb, descent and character of the splits are not known, and the time is shared out by length alone\.$/,
    'Entlang der Strecke sind keine Höhen bekannt: Aufstieg, Abstieg und Charakter der Abschnitte sind unbekannt, und die Zeit ist allein nach der Länge aufgeteilt.',
  ],
  [/^The terrain has no heights anywhere along the line\.$/, 'Das Gelände hat entlang der ganzen Linie keine Höhen.'],
  [
    /^The terrain has no heights along the line: temperatures are those of the model's cell, and walking is timed as on level ground\.$/,
    'Das Gelände hat entlang der Linie keine Höhen: Die Temperatur ist die der Modellzelle, und die Gehzeit gilt für ebenen Boden.',
  ],
  [
    /^(?:Climb, time, surfaces|Time), ways, difficulty, hazards and warnings were not looked up along it; `analysis` has them\.$/,
    'Zeit, Wege, Schwierigkeit, Gefahren und Warnungen wurden entlang der Linie nicht nachgesehen.',
  ],
  [
    /^Walking is timed by length and climb alone: the line follows no mapped way whose surface and grade are known\. On T3 and harder, arrivals are later\.$/,
    'Die Gehzeit ist nur aus Länge und Anstieg gerechnet: Untergrund und Grad der Linie sind nicht bekannt. Ab T3 kommt man später an.',
  ],
  [
    /^([\d,]+ m) lie outside the calibration of [\w./-]{1,40}; arrival times are less sure there\.$/,
    '{0} liegen außerhalb dessen, woran die Gehzeit gemessen wurde; die Ankunft ist dort weniger sicher.',
    amount,
  ],
  [
    /^([\d,]+ m) go by ferry, whose time is not counted: arrivals after it are later\.$/,
    '{0} sind Fähre, deren Zeit nicht zählt: Danach kommt man später an.',
    amount,
  ],
  [
    /^([\d,]+ m) are drawn straight; arrivals count them as an untagged path\.$/,
    '{0} sind gerade gezeichnet; die Ankunft rechnet dort mit einem Pfad ohne Grad.',
    amount,
  ],
  [
    /^(\d+) of (\d+) samples have no forecast; each says why\.$/,
    '{0} von {1} Stellen haben keine Vorhersage; jede sagt, warum.',
    asItIs,
    asItIs,
  ],
  [
    /^(\d+) of (\d+) samples have no probability of precipitation: it is unknown, not 0\.$/,
    'An {0} von {1} Stellen ist die Regenwahrscheinlichkeit unbekannt, nicht 0.',
    asItIs,
    asItIs,
  ],
  [
    /^(\d+) of (\d+) samples have the temperature of the model's cell: its height, or that of the point, is not known\.$/,
    'An {0} von {1} Stellen ist die Temperatur die der Modellzelle: Deren Höhe oder die des Punktes ist nicht bekannt.',
    asItIs,
    asItIs,
  ],
  [
    /^The weather is made up, as the demo region is: it says nothing about any real place\.$/,
    'Das Wetter ist erfunden wie das Vorführgebiet: Über wirkliche Orte sagt es nichts.',
  ],
  [/^There is no forecast(?: for this place)?\.$/, 'Für diesen Ort gibt es keine Vorhersage.'],
  [
    /^No model of the provider has a forecast for this place\.$/,
    'Kein Modell der Wetterquelle hat für diesen Ort eine Vorhersage.',
  ],
  [/^No model has this hour\.$/, 'Kein Modell hat diese Stunde.'],
  [/^There is no snow forecast: (.{1,400})\.$/, 'Es gibt keine Schneevorhersage: {0}.', forecastFault],
  [
    /^(\d+) of (\d+) point forecasts lack a value, because no model has it there\.$/,
    'In {0} von {1} Vorhersagen fehlt ein Wert, weil kein Modell ihn dort hat.',
    asItIs,
    asItIs,
  ],
  [
    /^Snow forecasts are shared by points up to ([\d.]+ km) from their place\.$/,
    'Punkte bis {0} um einen Ort teilen sich dessen Schneevorhersage.',
    amount,
  ],
  [
    /^(\d+) of (\d+) points have no terrain height\.$/,
    '{0} von {1} Punkten haben im Gelände keine Höhe.',
    asItIs,
    asItIs,
  ],
  [
    /^The map cuts the border of (.{1,400}): whether (?:it contains|they contain) the point is unknown\.$/,
    'Die Karte schneidet die Grenze von {0} ab: Ob der Punkt darin liegt, ist unbekannt.',
    areas,
  ],
  [
    /^The network was imported before dated tags were read: what is closed at this time is not known\.$/,
    'Der Datenstand kennt keine Zeiten von Sperrungen: Was dann gesperrt ist, ist nicht bekannt.',
  ],
  [
    /^More than (\d+) areas contain this point; none of them is listed\.$/,
    'Mehr als {0} Gebiete enthalten diesen Punkt; keines wird genannt.',
    amount,
  ],
  [/^No alternatives were looked for: (.{1,100})\.$/, 'Andere Wege wurden nicht gesucht: {0}.', noAlternatives],
  [
    /^((?:Waypoint [\w ]{1,30})|The start) at .{1,60} lies inside an area to avoid\.$/,
    '{0} liegt in einem Gebiet, das gemieden werden soll.',
    point,
  ],
  [
    /^Turn restrictions leave no way from (waypoint [\w ]{1,30})\.$/,
    'Abbiegeverbote lassen keinen Weg von {0}.',
    point,
  ],
  [
    /^The search from (waypoint [\w ]{1,30}) reached its budget before it found a path\. Try again in a moment, or add a waypoint in between\.$/,
    'Von {0} war der Suchaufwand erschöpft, bevor ein Weg gefunden war. Gleich noch einmal versuchen, oder einen Wegpunkt dazwischen setzen.',
    point,
  ],
  [/^The search was stopped before it ended\.$/, 'Die Suche wurde abgebrochen.'],
  [
    /^The search for a way over a gap of (.{1,60}) reached its budget\.$/,
    'Über eine Lücke von {0} war der Suchaufwand erschöpft.',
    asItIs,
  ],
  [
    /^No path leads from piece to piece of (.{1,60}) under these settings\.$/,
    'Von Stück zu Stück von {0} führt mit diesen Einstellungen kein Weg.',
    asItIs,
  ],
  [
    /^(.{1,60}) has a gap of ([\d.]+ km) in a straight line; at most (\d+ km) are bridged\. Follow a part of it\.$/,
    '{0} hat eine Lücke von {1} Luftlinie; überbrückt werden höchstens {2}. Folgen Sie einem Teil davon.',
    asItIs,
    amount,
    amount,
  ],
  [
    /^(.{1,60}) is interrupted more than (\d+) times under these settings\.$/,
    '{0} ist mit diesen Einstellungen öfter als {1}-mal unterbrochen.',
    asItIs,
    asItIs,
  ],
  [
    /^(.{1,60}) is ([\d.]+ km) long here; at most (\d+ km) of it are followed\. Give `from` and `to`\.$/,
    '{0} ist hier {1} lang; gefolgt wird höchstens {2} davon.',
    asItIs,
    amount,
    amount,
  ],
  [
    /^(Waypoint \d{1,3}) \((.{1,60})\) cannot be followed: (.{1,120})\.$/,
    '{0} ({1}) lässt sich nicht folgen: {2}.',
    point,
    asItIs,
    closedTrail,
  ],
  [
    /^The signed routes of the request are longer than ([\d,]+ km) together\.$/,
    'Die markierten Wege darin sind zusammen länger als {0}.',
    amount,
  ],
  [
    /^On (.{1,60}) `waypoints\[\d+\]\.to` lies before `waypoints\[\d+\]\.from` in this direction\. Leave `direction` out, or exchange them\.$/,
    'Auf {0} liegt das Ende des Stücks in dieser Richtung vor seinem Anfang.',
    asItIs,
  ],
  [
    /^`waypoints\[\d+\]\.(?:from|to)` is ([\d.,]+ k?m) from (.{1,60}), and `snapRadiusM` is (\d+ m)\.$/,
    'Ein Ende des Stücks liegt {0} von {1}; erlaubt sind {2}.',
    amount,
    asItIs,
    amount,
  ],
  [
    /^No path leads from (waypoint [\w ]{1,30}) that keeps out of what `avoid` names\.$/,
    'Von {0} führt kein Weg, der alles meidet, was gemieden werden soll.',
    point,
  ],
  [
    /^No path leads from (waypoint [\w ]{1,30}) with `bicycleType` \w{1,20}; a path exists with mountain\.$/,
    'Mit diesem Rad führt kein Weg von {0}; mit dem Mountainbike gibt es einen.',
    point,
  ],
  [
    /^No path leads from (waypoint [\w ]{1,30}) on signed trails with `maxSac` (\d); a path exists with `markedTrails` prefer and `maxSac` (\d)\.$/,
    'Kein Weg führt von {0} auf markierten Wegen bis zum Grad T{1}; ohne diese Bedingung und bis T{2} gibt es einen.',
    point,
    asItIs,
    asItIs,
  ],
  [
    /^No good loop of ([\d.]+ km) starts here under these settings, nor was one of any other length up to (\d+ km) found\.$/,
    'Hier beginnt mit diesen Einstellungen keine gute Rundtour von {0}, und auch keine andere Länge bis {1} fand sich.',
    amount,
    amount,
  ],
  [
    /^A (?:hike|run|bike) loop may be at most (\d+ km) long, and `\w{1,20}` asks for ([\d.]+ km)\.$/,
    'Eine Rundtour darf mit diesem Profil höchstens {0} lang sein; gewünscht sind {1}.',
    amount,
    amount,
  ],
  [
    /^What is within reach (.{1,120})\. Ask for fewer (?:metres|minutes)(?:, or a larger `toleranceM`)?\.$/,
    'Was erreichbar ist, {0}. Bitte weniger wählen.',
    reachFault,
  ],
  [
    /^The (?:line|route) is ([\d.]+ km) long; at most (\d+ km) are accepted\.$/,
    'Die Linie ist {0} lang; angenommen werden höchstens {1}.',
    amount,
    amount,
  ],
  [
    /^The line has (\d+) parts; this operation takes one part only\. Send each part on its own\.$/,
    'Die Linie hat {0} Teile; hierfür darf es nur einer sein.',
    amount,
  ],
  [
    /^The route has ([\d,]+) points; a file takes at most ([\d,]+)\.$/,
    'Die Route hat {0} Punkte; eine Datei nimmt höchstens {1}.',
    amount,
    amount,
  ],
  [
    /^The line has ([\d,]+) points; at most ([\d,]+) are accepted\.$/,
    'Die Linie hat {0} Punkte; angenommen werden höchstens {1}.',
    amount,
    amount,
  ],
  [
    /^The (?:FIT file|TCX|file) (?:has|holds) more than ([\d,]+) points(?:, which is the limit of this operation)?\.$/,
    'Die Datei hat mehr als {0} Punkte, so viele werden höchstens angenommen.',
    amount,
  ],
  [
    /^The file holds ([\d,]+) points; this operation accepts at most ([\d,]+)\.$/,
    'Die Datei hat {0} Punkte; angenommen werden höchstens {1}.',
    amount,
    amount,
  ],
  [
    /^The (?:GPX|file) has ([\d,]+) characters; at most ([\d,]+) are accepted\.$/,
    'Die Datei hat {0} Zeichen; angenommen werden höchstens {1}.',
    amount,
    amount,
  ],
  [
    /^`\w{1,30}` must lie between six hours ago and 16 days ahead\.$/,
    'Der Aufbruch muss zwischen vor sechs Stunden und in 16 Tagen liegen.',
  ],
]
