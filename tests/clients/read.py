"""Reads events into the types of openlineage-python, and compares what it understood with what was written."""

import json
import sys

from openlineage.client import event_v2
from openlineage.client.serde import Serde


def facets(part, group="facets"):
    return {key: facet(key, body) for key, body in part.get(group, {}).items()}


def dataset(kind, value):
    groups = {group: facets(value, group) for group in ("facets", "inputFacets", "outputFacets") if group in value}
    return kind(namespace=value["namespace"], name=value["name"], **groups)


def facet(key, body):
    """The client's class for a facet, made of exactly the members that were written."""
    from openlineage.client.facet_v2 import (
        column_lineage_dataset,
        datasource_dataset,
        job_type_job,
        lifecycle_state_change_dataset,
        nominal_time_run,
        output_statistics_output_dataset,
        parent_run,
        schema_dataset,
        sql_job,
        symlinks_dataset,
    )

    own = {name: value for name, value in body.items() if not name.startswith("_")}
    if key == "schema":
        own["fields"] = [schema_dataset.SchemaDatasetFacetFields(**field) for field in own["fields"]]
        return schema_dataset.SchemaDatasetFacet(**own)
    if key == "dataSource":
        return datasource_dataset.DatasourceDatasetFacet(**own)
    if key == "columnLineage":
        def inputs(fields):
            return [
                column_lineage_dataset.InputField(
                    **{
                        **field,
                        "transformations": [
                            column_lineage_dataset.Transformation(**kind) for kind in field.get("transformations", [])
                        ],
                    }
                )
                for field in fields
            ]

        own["fields"] = {
            name: column_lineage_dataset.Fields(inputFields=inputs(column["inputFields"]))
            for name, column in own["fields"].items()
        }
        if "dataset" in own:
            own["dataset"] = inputs(own["dataset"])
        return column_lineage_dataset.ColumnLineageDatasetFacet(**own)
    if key == "lifecycleStateChange":
        change = lifecycle_state_change_dataset.LifecycleStateChange(own["lifecycleStateChange"])
        return lifecycle_state_change_dataset.LifecycleStateChangeDatasetFacet(lifecycleStateChange=change)
    if key == "symlinks":
        own["identifiers"] = [symlinks_dataset.Identifier(**identifier) for identifier in own["identifiers"]]
        return symlinks_dataset.SymlinksDatasetFacet(**own)
    if key == "outputStatistics":
        return output_statistics_output_dataset.OutputStatisticsOutputDatasetFacet(**own)
    if key == "jobType":
        return job_type_job.JobTypeJobFacet(**own)
    if key == "sql":
        return sql_job.SQLJobFacet(**own)
    if key == "nominalTime":
        return nominal_time_run.NominalTimeRunFacet(**own)
    if key == "parent":
        return parent_run.ParentRunFacet(
            run=parent_run.Run(runId=own["run"]["runId"]), job=parent_run.Job(**own["job"])
        )
    raise ValueError(f"a facet that this test does not know: {key}")


def read(event):
    common = {"eventTime": event["eventTime"], "producer": event["producer"]}
    if "dataset" in event:
        return event_v2.DatasetEvent(dataset=dataset(event_v2.StaticDataset, event["dataset"]), **common)
    job = event_v2.Job(
        namespace=event["job"]["namespace"],
        name=event["job"]["name"],
        facets=facets(event["job"]),
    )
    common["job"] = job
    common["inputs"] = [dataset(event_v2.InputDataset, value) for value in event.get("inputs", [])]
    common["outputs"] = [dataset(event_v2.OutputDataset, value) for value in event.get("outputs", [])]
    if "run" not in event:
        return event_v2.JobEvent(**common)
    run = event_v2.Run(runId=event["run"]["runId"], facets=facets(event["run"]))
    return event_v2.RunEvent(eventType=event_v2.RunState(event["eventType"]), run=run, **common)


def essence(value):
    """What counts: without the client's own producer and schema addresses, and without what is empty."""
    if isinstance(value, dict):
        kept = {key: essence(item) for key, item in value.items() if key not in ("_producer", "_schemaURL", "schemaURL")}
        return {key: item for key, item in kept.items() if item not in ({}, [], None) and not (key == "masking" and item is False)}
    if isinstance(value, list):
        return [essence(item) for item in value]
    return value


count = 0
for line in open(sys.argv[1], encoding="utf-8"):
    event = json.loads(line)
    understood = json.loads(Serde.to_json(read(event)))
    assert essence(understood) == essence(event), f"\nwritten    {essence(event)}\nunderstood {essence(understood)}"
    count += 1
assert count > 100, count
print(f"openlineage-python: {count} events")
