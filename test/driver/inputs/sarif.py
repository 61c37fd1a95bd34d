# SPDX-License-Identifier: Apache-2.0
"""Reads one SARIF document and says where it breaks the rules of SARIF 2.1.0 that concern what we write."""
import json
import sys
import urllib.parse


def check(holds, what):
    if not holds:
        print("broken:", what)


def check_place(place):
    uri = urllib.parse.urlparse(place["artifactLocation"]["uri"])
    check(uri.scheme in ("", "file") and uri.path, "3.4.3 uri")
    check_region(place["region"])


def check_region(region):
    check(region["startLine"] >= 1 and region["startColumn"] >= 1, "3.30.5, 3.30.6 region")
    check(region.get("endColumn", region["startColumn"]) >= region["startColumn"], "3.30.8 endColumn")


def check_result(result, rules):
    check(result["level"] in ("none", "note", "warning", "error"), "3.27.10 level")
    check(result["message"]["text"], "3.27.11 message")
    check(rules[result["ruleIndex"]]["id"] == result["ruleId"], "3.27.6 ruleIndex")
    for location in result.get("locations", []) + result.get("relatedLocations", []):
        if "physicalLocation" in location:
            check_place(location["physicalLocation"])
    for location in result.get("relatedLocations", []):
        check(location["message"]["text"], "3.28.5 message")
    for fix in result.get("fixes", []):
        for change in fix["artifactChanges"]:
            check(change["replacements"], "3.56.3 replacements")
            for replacement in change["replacements"]:
                check_region(replacement["deletedRegion"])


document = json.load(sys.stdin)
check(document["version"] == "2.1.0" and document["$schema"].endswith("sarif-schema-2.1.0.json"), "3.13.2 version")
check(len(document["runs"]) == 1, "one run")
for run in document["runs"]:
    rules = run["tool"]["driver"].get("rules", [])
    check(run["tool"]["driver"]["name"], "3.19.8 name")
    check(len({rule["id"] for rule in rules}) == len(rules), "3.19.23 rules are unique")
    for result in run["results"]:
        check_result(result, rules)
        at = result["locations"][0]["physicalLocation"]["region"] if "locations" in result else {}
        print(result["ruleId"], result["level"], at.get("startLine"), at.get("startColumn"), result["message"]["text"])
        for related in result.get("relatedLocations", []):
            print("  related:", related["message"]["text"])
        for fix in result.get("fixes", []):
            print("  fix:", fix["artifactChanges"][0]["replacements"][0]["insertedContent"]["text"])
