from collections import defaultdict


def parse(row):
    name, weight = row.split(";")
    number = int(weight)
    return name, number


def read(content):
    records = []
    for row in content.splitlines():
        try:
            record = parse(row)
        except ValueError:
            print("skipped", row)
        else:
            records.append(record)
    return records


def totals(records):
    result = defaultdict(int)
    for name, weight in records:
        result[name] += weight
    return result
