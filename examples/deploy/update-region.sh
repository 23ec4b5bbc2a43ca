#!/bin/sh
# Fetches a newer extract of the region, and imports it. Status 0: the new release is live, or the extract is the one
# that was imported last. Anything else: nothing has changed, and the old release goes on serving.
#   update-region.sh https://download.geofabrik.de/europe/andorra-latest.osm.pbf andorra /srv/heights/*.hgt
set -eu
url=$1 name=$2
shift 2
extracts=${DATA_DIR:-data}/extracts
mkdir -p "$extracts"
curl -fsS --retry 3 -o "$extracts/$name.osm.pbf.md5" "$url.md5"
if cmp -s "$extracts/$name.osm.pbf.md5" "$extracts/$name.imported"; then
  echo "$name is up to date"
  exit 0
fi
# the import compares the file with the sum beside it, which may name the extract otherwise
curl -fsS --retry 3 -o "$extracts/$name.osm.pbf" "$url"
npm run --silent import -- "$extracts/$name.osm.pbf" --dem "$@" --name "$name"
cp "$extracts/$name.osm.pbf.md5" "$extracts/$name.imported"
