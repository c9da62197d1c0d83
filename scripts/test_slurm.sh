#!/bin/sh
# Runs the recipe for Slurm (examples/lab_array.sbatch) on a real Slurm: one node on this machine's loopback,
# an array of 4 tasks, one of which is killed and requeued. The merged rows must be those of a plain run.
#   scripts/test_slurm.sh [WEND]      needs slurm-wlm and munge, and root for their daemons
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
wend=$(realpath "${1:-$root/build/wend}")
folder=$(mktemp -d)
node=$(hostname -s)
munged=
controller=
daemon=
stop() {
    for pid in $daemon $controller $munged; do
        kill "$pid" 2>/dev/null || true
    done
    wait
    rm -rf "$folder"
}
trap stop EXIT
say() { echo "$(date +%T) $*"; }

# ---- The cluster ---------------------------------------------------------------------------------
mkdir "$folder/state" "$folder/spool" "$folder/work"
dd if=/dev/urandom of="$folder/munge.key" bs=1024 count=1 2>/dev/null
chmod 600 "$folder/munge.key"
chmod 755 "$folder"
/usr/sbin/munged --foreground --force --key-file "$folder/munge.key" --socket "$folder/munge.socket" \
    --pid-file "$folder/munge.pid" --log-file "$folder/munge.log" --seed-file "$folder/munge.seed" 2>"$folder/munge.out" &
munged=$!
cat >"$folder/slurm.conf" <<END
ClusterName=wend
SlurmctldHost=$node(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CredType=cred/munge
SlurmctldPort=16817
SlurmdPort=16818
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
ReturnToService=2
JobRequeue=1
NodeName=$node NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
PartitionName=lab Nodes=$node Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF="$folder/slurm.conf"
/usr/sbin/slurmctld -D -c >"$folder/controller.out" 2>&1 &
controller=$!
/usr/sbin/slurmd -D -N "$node" >"$folder/daemon.out" 2>&1 &
daemon=$!
tries=0
until sinfo -h -o %T 2>/dev/null | grep -q idle; do
    tries=$((tries + 1))
    if [ $tries = 120 ]; then
        echo "test_slurm: the node does not come up" >&2
        tail -n 20 "$folder"/*.log "$folder"/*.out >&2
        exit 3
    fi
    sleep 0.5
done
say "$(sinfo --version): $(sinfo -h -o '%D node, %c processors, %T')"

# ---- The array -----------------------------------------------------------------------------------
cd "$folder/work"
sed 's/problems: 20,/problems: 150,/; s/problems: 40,/problems: 200,/; s/sample: 15/sample: 150/' \
    "$root/test/cli/data/lab/small.yaml" >long.yaml
unset WEND_DATA
rows() { "$wend" lab export --db "$1" --sql "SELECT count(*) FROM run" 2>/dev/null | tail -n 1; }
job=$(sbatch --parsable --array=1-4 --output='task-%a.log' \
    --export="ALL,WEND=$wend,PRESET=./long.yaml" "$root/examples/lab_array.sbatch")
say "submitted job $job as an array of 4"
while [ ! -e part-2.db ] || ! [ "$(rows part-2.db)" -gt 0 ] 2>/dev/null; do
    sleep 0.05
done
pid=$(pgrep -o -f "lab run ./long.yaml --db part-2.db")
kill -9 "$pid"
say "killed task 2 (process $pid)"
while squeue -h -j "${job}_2" -t RUNNING,COMPLETING 2>/dev/null | grep -q .; do
    sleep 0.2
done
say "task 2: $(scontrol show job "${job}_2" | grep -o 'JobState=[A-Z]*') with $(rows part-2.db) rows"
scontrol requeue "${job}_2"
say "requeued task 2"
while squeue -h -j "$job" | grep -q .; do
    sleep 0.5
done
for i in 1 2 3 4; do
    say "task $i: $(tail -n 1 task-$i.log)"
done

# ---- The rows ------------------------------------------------------------------------------------
say "merged: $("$wend" lab merge all.db part-1.db part-2.db part-3.db part-4.db)"
"$wend" lab run ./long.yaml --db whole.db --jobs 2 >/dev/null
for file in all whole; do
    "$wend" lab export --db $file.db --sql "SELECT problem, configuration, status, cost, moves, ticks,
        expansions_done, updates, restarts, total_cost FROM run" >$file.csv
done
cmp all.csv whole.csv
say "the $(rows all.db) rows are those of a plain run"
